import { useId } from 'react';

/** Radio buttons for named colours; "none" is drawn as an empty circle. */
export function ColourChoice({
  legend,
  chosen,
  colours,
  onChoose,
}: {
  legend: string;
  chosen: string;
  colours: readonly { key: string; name: string; colour: string }[];
  onChoose: (key: string) => void;
}) {
  const group = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {colours.map(({ key, name, colour }) => (
          <label
            key={key}
            className="relative flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border border-line py-1 pr-3 pl-1.5 text-sm has-checked:border-verdigris has-checked:bg-paper-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-verdigris"
          >
            <input
              className="sr-only"
              type="radio"
              name={group}
              checked={key === chosen}
              onChange={() => onChoose(key)}
            />
            <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true" className="text-line">
              <circle cx="13" cy="13" r="12" fill={colour} stroke="currentColor" />
              {key === chosen && (
                <path
                  className={colour === 'none' ? 'text-ink' : 'text-white drop-shadow-[0_0_1px_#000]'}
                  d="m8 13.5 3.5 3.5 7-7.5"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2.4"
                  strokeLinecap="round"
                />
              )}
            </svg>
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
