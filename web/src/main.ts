/** Puts the board into the page. */

import { mount } from 'svelte';
import App from './App.svelte';
import { showLook } from './friends/look';
import { settings } from './friends/settings.svelte';
import { learn } from './language';
import { looks, symbols } from './art.svelte';
import './style/base.css';
import './style/board.css';
import './style/friends.css';

const style = document.createElement('style');
style.textContent = looks;
document.head.prepend(style);

const art = document.createElement('div');
art.className = 'symbols';
art.setAttribute('aria-hidden', 'true');
art.innerHTML = symbols;
document.body.prepend(art);

showLook(settings.now.look);
document.documentElement.lang = settings.now.language || document.documentElement.lang;
await learn(document.documentElement.lang);
mount(App, { target: document.getElementById('app')! });
