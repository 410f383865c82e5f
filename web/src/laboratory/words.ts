/** How the laboratory's page calls things. */

import { t } from '../language';
import type { StudyTold } from '../messages';

export const stateWords: Record<StudyTold['state'], string> = {
  waiting: t('waits its turn'),
  compiling: t('the rules are being compiled'),
  running: t('is being fought'),
  reporting: t('the report is being written'),
  stopped: t('interrupted'),
  done: t('done'),
  failed: t('failed'),
};

/** Whether something is still done for it. */
export const isBusy = (study: Pick<StudyTold, 'state'>) => !['done', 'stopped', 'failed'].includes(study.state);

/** Seconds as people say them. */
export function lasting(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} ${t('s')}`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} ${t('min')}` : `${(seconds / 3600).toFixed(1)} ${t('h')}`;
}
