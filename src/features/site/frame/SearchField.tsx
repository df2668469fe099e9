import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { counted } from '../../../domain/kernel/plural.ts';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { $searchWords } from '../../catalogue/search/words.store.ts';
import { SENT_MIN } from './search-form.ts';
import { useSuggestions } from './useSuggestions.ts';

/** Lists of suggestions on this page: the header has two fields, one of them for phones. */
let lists = 0;

/**
 * The header's search: a plain form, which works before this code has arrived and without scripts, and a combobox of what
 * the site suggests once it has. The field keeps the focus. Home and End lead to the first and the last suggestion while one is
 * selected, and stay the field's own otherwise. Enter without a selected suggestion submits the form, whose silent rule of
 * three characters is in `search-form.ts`, because it holds from the start.
 * @param query the words of the results page, which the site writes into the field
 */
export default function SearchField({ query = '' }: { query?: string }) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** The id of the list; null before the island is awake, where nothing suggests and the field is no combobox. */
  const [id, setId] = useState<string | null>(null);
  const { found, marked, ask, move, close } = useSuggestions();
  const isOpen = found.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the island wakes
  useEffect(() => {
    setId(`suggestions-${++lists}`);
    const { current } = field;
    if (!current) return;
    $searchWords.set(current.value);
    // Typed while this code was on its way.
    if (current === document.activeElement && current.value !== query) ask(current.value);
  }, []);
  const option = () => list.current?.children[marked] as HTMLAnchorElement | undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is selected
  useEffect(() => {
    // Newer browsers answer with a promise, which React would take for a way to clean up.
    void option()?.scrollIntoView({ block: 'nearest' });
  }, [marked]);

  const onInput = () => {
    const typed = field.current?.value ?? '';
    $searchWords.set(typed);
    ask(typed);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!move(key, event.currentTarget.value)) return;
    } else if (!isOpen) return;
    else if (marked >= 0 && (key === 'Home' || key === 'End')) move(key, event.currentTarget.value);
    else if (key === 'Escape') close();
    else if (key === 'Enter' && marked >= 0) option()?.click();
    else return;
    event.preventDefault();
  };
  // Pressing a suggestion must not blur the field, which would close the list under the pointer.
  const keepFocus = (event: MouseEvent) => event.preventDefault();

  return (
    <form action={paths.search()} method="get" data-search-form onSubmit={close}>
      <div className="field-round">
        <span className="flex-none text-ink-3 max-sm:hidden">
          <Icon name="search" size={18} />
        </span>
        <input
          ref={field}
          className="h-full min-w-0 flex-1 bg-transparent text-base text-ink outline-none text-ellipsis placeholder:text-ink-3"
          type="search"
          name="query"
          required
          defaultValue={query}
          minLength={SENT_MIN}
          maxLength={200}
          placeholder="Miniatures"
          aria-label="Search miniatures"
          autoComplete="off"
          enterKeyHint="search"
          data-search-words
          {...(id !== null && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isOpen,
            'aria-controls': id,
            'aria-activedescendant': marked < 0 ? undefined : `${id}-${marked}`,
          })}
          onInput={onInput}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <button
          className="h-9 flex-none rounded-full bg-paper-2 px-3 text-sm font-semibold sm:px-4 text-ink-2 transition-colors hover:bg-verdigris hover:text-on-verdigris"
          type="submit"
        >
          Search
        </button>
      </div>
      {id !== null && (
        <div
          ref={list}
          id={id}
          className="suggestions"
          role="listbox"
          aria-label="Suggestions"
          hidden={!isOpen}
          onPointerDown={keepFocus}
          onMouseDown={keepFocus}
        >
          {found.map(({ name, href, what, count }, place) => (
            <a
              key={href}
              id={`${id}-${place}`}
              href={href}
              role="option"
              aria-selected={place === marked}
              tabIndex={-1}
            >
              {name}
              {count !== undefined && (
                <small>
                  {what}, {counted(count, 'model')}
                </small>
              )}
            </a>
          ))}
        </div>
      )}
      {id !== null && (
        <p className="sr-only" role="status">
          {isOpen && counted(found.length, 'suggestion')}
        </p>
      )}
    </form>
  );
}
