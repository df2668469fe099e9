import { mmText, type Seen } from './measures.ts';
import type { Drawn } from './stage.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Draws dimension lines and labels over the stage. */
export function drawOverlay(overlay: SVGSVGElement, { measures, pieces }: Drawn, measuring: boolean): void {
  overlay.replaceChildren(
    ...(measuring
      ? measures.flatMap(({ line, ends, middle, mm }) => [
          path([line, ...ends]),
          // A line seen end-on has no room for its label.
          ...(Math.hypot(line[0].x - line[1].x, line[0].y - line[1].y) > 18
            ? [text(mmText(mm), middle, 5)]
            : []),
        ])
      : []),
    ...pieces.map(({ text: name, at }) => text(name, at, 5, 'piece')),
  );
  // Moves labels inside that would be cut off at the sides.
  for (const label of overlay.querySelectorAll('text')) {
    const half = label.getComputedTextLength() / 2 + 6;
    const x = Number(label.getAttribute('x'));
    const inside = Math.max(half, Math.min(overlay.clientWidth - half, x));
    if (inside !== x) label.setAttribute('x', inside.toFixed(1));
  }
}

function path(lines: readonly (readonly [Seen, Seen])[]): SVGPathElement {
  const made = document.createElementNS(SVG, 'path');
  made.setAttribute('d', lines.map(([from, to]) => `M${round(from)}L${round(to)}`).join(''));
  return made;
}

function text(content: string, at: Seen, below: number, className = 'mm'): SVGTextElement {
  const made = document.createElementNS(SVG, 'text');
  made.textContent = content;
  made.setAttribute('class', className);
  made.setAttribute('x', at.x.toFixed(1));
  made.setAttribute('y', (at.y + below).toFixed(1));
  return made;
}

const round = ({ x, y }: Seen) => `${x.toFixed(1)} ${y.toFixed(1)}`;
