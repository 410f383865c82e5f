/** The laboratory's addresses on the server. */

import { ask } from '../api';
import type { AskStudy, LaboratoryFact, LaboratoryGame, StudyLine, StudyTold } from '../messages';
import { root } from '../root';

const studyPath = (id: string) => `/api/laboratory/studies/${encodeURIComponent(id)}`;

export const laboratory = () => ask<LaboratoryFact>('/api/laboratory');
export const studies = () => ask<StudyLine[]>('/api/laboratory/studies');
export const menuOf = (game: string, scenario: string) =>
  ask<LaboratoryGame>(`/api/laboratory/games/${encodeURIComponent(game)}/scenarios/${encodeURIComponent(scenario)}`);
export const menuOfBattle = (token: string) =>
  ask<LaboratoryGame>(`/api/laboratory/battles/${encodeURIComponent(token)}`);
export const newStudy = (study: AskStudy) => ask<StudyTold>('/api/laboratory/studies', study);
export const studyOf = (id: string) => ask<StudyTold>(studyPath(id));
export const goOn = (id: string, battles: number | null = null) => ask<StudyTold>(`${studyPath(id)}/run`, { battles });
export const stop = (id: string) => ask<StudyTold>(`${studyPath(id)}/stop`, {});
export const remove = (id: string) => ask<void>(studyPath(id), undefined, 'DELETE');
export const reportAddress = (id: string) => `${root}${studyPath(id)}/report`;
