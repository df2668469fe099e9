import { expect, it } from 'vitest';
import {
  arrangedSuggestions,
  OF_A_KIND,
  SUGGESTIONS_MAX,
  type Suggestion,
  type SuggestionKind,
} from '../../../../src/domain/catalogue/search/suggestion.ts';

const of = (kind: SuggestionKind, name: string): Suggestion => ({
  ...{ kind, name, href: `/${kind}/${name}`, what: kind, count: kind === 'model' ? null : 3 },
});
const names = (list: readonly Suggestion[]) => list.map(({ kind, name }) => `${kind} ${name}`);
const many = (kind: SuggestionKind, count: number) =>
  Array.from({ length: count }, (_, n) => of(kind, `${kind} ${n}`));

it('searches and places come first, each kind together, and models after them', () => {
  const others = [of('store', 'Dragon Forge'), of('creature', 'Dragon'), of('search', 'dragon mini')];
  expect(names(arrangedSuggestions('dra', others, [of('model', 'Red Dragon')]))).toEqual([
    'search dragon mini',
    'creature Dragon',
    'store Dragon Forge',
    'model Red Dragon',
  ]);
});

it('no name stands there twice, and a search neither repeats a place nor what is typed', () => {
  const others = [
    of('search', 'dragon'),
    of('search', 'dra'),
    of('creature', 'Dragon'),
    of('store', 'dragon'),
  ];
  const models = [of('model', 'DRAGON'), of('model', 'Drake'), of('model', 'Drake')];
  expect(names(arrangedSuggestions(' DRA ', others, models))).toEqual(['creature Dragon', 'model Drake']);
});

it('no kind takes all the room, and models always have some', () => {
  const others = [...many('search', OF_A_KIND), ...many('creature', OF_A_KIND), ...many('store', OF_A_KIND)];
  const shown = arrangedSuggestions('x', others, many('model', 20));
  expect(shown).toHaveLength(SUGGESTIONS_MAX);
  expect(new Set(shown.map(({ kind }) => kind))).toEqual(new Set(['search', 'creature', 'store', 'model']));
  expect(shown.filter(({ kind }) => kind === 'model').length).toBeGreaterThanOrEqual(4);
});
