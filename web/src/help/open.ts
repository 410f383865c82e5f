/** The help, fetched with its words when somebody asks for it. */

import { learnPage } from '../language';

export const fetchHelp = () => learnPage('help').then(() => import('./Help.svelte'));
