/** Calls whoever sits here when it is their turn: a quiet tone, and a notice of the browser where the page is out of sight. */

import type { Settings } from './settings.svelte';

export interface Means {
  hidden(): boolean;
  tone(): void;
  notice(text: string): void;
}

/** Whether it has just become this window's turn, and by what it is called then. */
export class Caller {
  #was: boolean | null = null;
  #means: Means;

  constructor(means: Means) {
    this.#means = means;
  }

  /** `yours`: something is asked of this window now. What is so when the page opens calls nobody. */
  see(yours: boolean, text: string, wanted: Settings) {
    const turned = yours && this.#was === false;
    this.#was = yours;
    if (!turned) return;
    if (wanted.sound) this.#means.tone();
    if (wanted.notice && this.#means.hidden()) this.#means.notice(text);
  }
}

/** Two soft tones, one above the other. */
function tone() {
  const context = new AudioContext();
  [523.25, 659.25].forEach((pitch, place) => {
    const [sound, volume] = [context.createOscillator(), context.createGain()];
    const at = context.currentTime + place * 0.18;
    sound.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.06, at + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.0005, at + 0.5);
    sound.connect(volume).connect(context.destination);
    sound.start(at);
    sound.stop(at + 0.55);
  });
  setTimeout(() => void context.close(), 1500);
}

export const ofBrowser: Means = {
  hidden: () => document.hidden || !document.hasFocus(),
  tone,
  notice(text) {
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
    try {
      const shown = new Notification('Sandtable', { body: text, tag: location.pathname });
      shown.onclick = () => (window.focus(), shown.close());
    } catch {
      // Some browsers show them only from elsewhere.
    }
  },
};

/** Ask the browser for leave; false: it does not give it. */
export async function mayNotify(): Promise<boolean> {
  return 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';
}
