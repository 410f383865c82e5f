/** The line to the server: messages in and out, and coming back after a break. */

import type { ClientMessage, ServerMessage } from './messages';
import { spoken } from './friends/settings.svelte';
import { root } from './root';

/** `gone`: the server knows no such battle, or cannot go on with it; there is no use in trying again. */
export type Link = 'connecting' | 'open' | 'lost' | 'gone';

export interface Wire {
  send(message: ClientMessage): boolean;
  close(): void;
}

export interface Ears {
  message(message: ServerMessage): void;
  link(link: Link): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 4_000;

/** Milliseconds before try number `n` (from 0): doubling, with some chance so that boards do not come all at once. */
export function waitBefore(n: number, chance: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** n) * (0.75 + chance / 2);
}

/** Open the line and keep it open until `close`. The server tells the whole state after every opening. */
export function dial(url: string, ears: Ears, Socket: typeof WebSocket = WebSocket): Wire {
  let socket: WebSocket;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let done = false;

  /** Whoever waits for the next try need not once the page is looked at again, or the network is back. */
  function hurry() {
    if (timer === undefined || document.visibilityState === 'hidden') return;
    clearTimeout(timer);
    open();
  }

  function open() {
    timer = undefined;
    ears.link(tries === 0 ? 'connecting' : 'lost');
    socket = new Socket(url);
    socket.onopen = () => {
      tries = 0;
      ears.link('open');
    };
    socket.onmessage = (event: MessageEvent<string>) => ears.message(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event: CloseEvent) => {
      if (done) return;
      if (event.code >= 4400 && event.code < 4500) return ears.link('gone');
      ears.link('lost');
      timer = setTimeout(open, waitBefore(tries, Math.random()));
      tries += 1;
    };
  }

  open();
  document.addEventListener('visibilitychange', hurry);
  addEventListener('online', hurry);
  return {
    send(message) {
      if (socket.readyState !== Socket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close() {
      done = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hurry);
      removeEventListener('online', hurry);
      socket.close();
    },
  };
}

/** Where the line of this seat is, on the server that gave us the page; what is read over it is in our language. */
export function lineTo(token: string, location: Location = window.location, before = root): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${scheme}//${location.host}${before}/ws/${encodeURIComponent(token)}${spoken()}`;
}
