/** The icons as path data on a 24 × 24 grid: stroked with the text's colour, round caps. One source for .astro and .tsx. */
export const ICONS = {
  search: '<circle cx="11" cy="11" r="7"/><path d="m20 20-3.6-3.6"/>',
  cart: '<path d="M3 4h2l2.4 11.2a1 1 0 0 0 1 .8h8.9a1 1 0 0 0 1-.8L20 8H6"/><circle cx="9.5" cy="20" r="1.2"/><circle cx="17" cy="20" r="1.2"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  arrow: '<path d="M5 12h14m-5.5-5.5L19 12l-5.5 5.5"/>',
  left: '<path d="m14.5 6-6 6 6 6"/>',
  right: '<path d="m9.5 6 6 6-6 6"/>',
  down: '<path d="m6 9.5 6 6 6-6"/>',
  up: '<path d="m6 14.5 6-6 6 6"/>',
  minus: '<path d="M5 12h14"/>',
  turn: '<path d="M4 12c0-2.2 3.6-4 8-4s8 1.8 8 4-3.6 4-8 4c-1 0-2-.1-3-.3"/><path d="m11.5 12.5-3 3.2 3.4 2.8"/>',
  person: '<circle cx="12" cy="5.5" r="2.5"/><path d="M8.5 20.5 9.5 11a2.5 2.5 0 0 1 5 0l1 9.5z"/>',
  again: '<path d="M5 12a7 7 0 1 0 2.2-5.1"/><path d="M4.5 4.5v4h4"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
  external: '<path d="M9 7h8v8M17 7 7 17"/>',
  zoom: '<path d="M9 4H4v5m11-5h5v5M9 20H4v-5m11 5h5v-5"/>',
  ruler: '<path d="m3.5 15.5 12-12 5 5-12 12z"/><path d="m7 12 2 2m1-5 3 3m0-6 2 2"/>',
  drop: '<path d="M12 3.5c4 4.6 6 7.8 6 10.5a6 6 0 0 1-12 0c0-2.7 2-5.9 6-10.5z"/>',
  file: '<path d="M6 3.5h8l4.5 4.5v12.5H6z"/><path d="M13.5 3.5V8.5H18.5"/>',
  box: '<path d="m12 3 8 4.5v9L12 21l-8-4.5v-9z"/><path d="m4 7.5 8 4.5 8-4.5M12 12v9"/>',
  keep: '<path d="M6 4h12v16.5l-6-4-6 4z"/>',
  shield: '<path d="M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6z"/><path d="m9 11.8 2.2 2.2 4-4.2"/>',
  store: '<path d="M4 10v10h16V10"/><path d="m3 10 2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0z"/>',
  guild: '<path d="M6 3.5v17"/><path d="M6 4.5h12l-3 4 3 4H6"/>',
  website:
    '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5.5 5 11.5 0 17-5-5.5-5-11.5 0-17z"/>',
  youtube: '<rect x="3" y="6" width="18" height="12.5" rx="3.5"/><path d="m10.5 9.5 4.5 2.75-4.5 2.75z"/>',
  x: '<path d="M4.5 4.5h3.5l11.5 15h-3.5zM19 4.5l-6.3 6.6M5 19.5l6.3-6.6"/>',
  instagram:
    '<rect x="4" y="4" width="16" height="16" rx="4.5"/><circle cx="12" cy="12" r="3.6"/><path d="M16.7 7.3h.01"/>',
  heart:
    '<path d="M12 20.2C7.2 16.6 3.8 13.4 3.8 9.6A4.4 4.4 0 0 1 12 7.4a4.4 4.4 0 0 1 8.2 2.2c0 3.8-3.4 7-8.2 10.6z"/>',
  user: '<circle cx="12" cy="8.5" r="4"/><path d="M4.5 20.5c1-4 4-6 7.5-6s6.5 2 7.5 6"/>',
  trash: '<path d="M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10.5 11v5.5m3-5.5v5.5"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2m0 15v2m9.5-9.5h-2m-15 0h-2m16.2-6.7-1.4 1.4M6.7 17.3l-1.4 1.4m13.4 0-1.4-1.4M6.7 6.7 5.3 5.3"/>',
  moon: '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"/>',
  download: '<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14"/>',
  library: '<path d="M5 4v16M9.5 4v16M13.5 4.5l5.5 15"/>',
  logout: '<path d="M10 4H5v16h5m5-12 4 4-4 4m4-4H10"/>',
} as const;

export type IconName = keyof typeof ICONS;
