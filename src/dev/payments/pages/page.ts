/** The frame of the stand-in's own pages. */

const STYLE = `
  :root{color-scheme:light dark;--paper:#faf6ee;--card:#fffdf8;--ink:#2b2620;--soft:#6b6256;--line:#ddd2c0;--edge:#8d826f;--act:#1f6f63;--on:#fff;--bad:#a3341f}
  @media (prefers-color-scheme:dark){:root{--paper:#171a1f;--card:#20242b;--ink:#efe7d8;--soft:#b5ab9b;--line:#3a3f48;--edge:#7d8694;--act:#5fc4b1;--on:#10201d;--bad:#ff9d86}}
  *{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
  main{max-width:34rem;margin:0 auto;padding:1.5rem 1rem 4rem}main.wide{max-width:76rem}h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.1rem;margin:2rem 0 .5rem}
  .card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin:1rem 0}
  .row{display:flex;justify-content:space-between;gap:1rem;padding:.25rem 0}.row span:last-child{white-space:nowrap}.total{font-weight:600;border-top:1px solid var(--line);margin-top:.5rem;padding-top:.75rem}
  fieldset{border:0;padding:0;margin:0;display:grid;gap:.5rem;min-width:0}legend{font-weight:600;margin-bottom:.5rem}
  label.card{display:flex;gap:.75rem;align-items:center;margin:0;padding:.75rem 1rem;min-height:2.75rem;cursor:pointer;border-color:var(--edge)}label.card:has(:checked){border-color:var(--act);box-shadow:inset 0 0 0 1px var(--act)}label small{display:block;color:var(--soft)}
  input[type=radio]{accent-color:var(--act);width:1.15rem;height:1.15rem;flex:none}
  input[type=text]{font:inherit;width:6rem;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:.4rem;padding:.2rem .4rem;min-height:1.75rem}
  input:focus-visible,button:focus-visible,a:focus-visible,.scroll:focus-visible{outline:3px solid var(--act);outline-offset:2px}
  button{font:inherit;font-weight:600;border:0;border-radius:.6rem;background:var(--act);color:var(--on);padding:.75rem 1.25rem;min-height:2.75rem;cursor:pointer}
  summary{cursor:pointer;min-height:1.75rem}details[open]{display:grid;gap:.5rem}
  button.second{background:none;color:var(--act);border:1px solid var(--edge)}
  button.big{width:100%;margin-top:1rem}a{color:var(--act)}.soft{color:var(--soft)}.bad{color:var(--bad);font-weight:600}
  .controls{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}form.small{display:inline-flex;gap:.3rem}form.small button{padding:.2rem .6rem;min-height:1.75rem;font-weight:500}
  .scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}caption{text-align:left}th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid var(--line);white-space:nowrap}`;

/** The notice at the top of every page that people are sent to. */
export const STAND_IN = '<p class="soft">Payment stand-in: no money moves here.</p>';

/** @param body HTML; all untrusted text in it is passed through `escaped` */
export function page(title: string, body: string, wide = false): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main${wide ? ' class="wide"' : ''}>${body}</main></body></html>`;
}

/** Escapes a value for HTML. */
export function escaped(value: unknown): string {
  return String(value ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A link; "" unless the address is http or https. */
export function link(address: unknown, label: string): string {
  return /^https?:/.test(String(address ?? '')) ? `<a href="${escaped(address)}">${escaped(label)}</a>` : '';
}

/** Cents as a price, such as "$12.50". */
export function money(cents: unknown): string {
  return `$${(Number(cents) / 100).toFixed(2)}`;
}
