import { ICONS, type IconName } from '../../../ui/icons.ts';

/** Icons that only the account's menu uses, drawn like those of `ui/icons.ts`; public pages do not load them. */
const OWN = {
  home: '<path d="M4 11 12 4l8 7v9h-5.5v-6h-5v6H4z"/>',
  card: '<rect x="3" y="5.5" width="18" height="13" rx="2"/><path d="M3 10h18M6.5 15h4"/>',
  folder: '<path d="M3.5 6h6l2 2.5h9V19h-17z"/>',
  tag: '<path d="M4 4h7.5L20 12.5 12.5 20 4 11.5z"/><path d="M8 8h.01"/>',
  people:
    '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 20c.8-3.8 3.3-5.5 6.5-5.5s5.7 1.7 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4m2.5 3.2c2 .8 3.2 2.5 3.6 5.1"/>',
  sliders:
    '<path d="M4 7h9m5 0h2M4 17h2m5 0h9"/><circle cx="15.5" cy="7" r="2.3"/><circle cx="8.5" cy="17" r="2.3"/>',
  question:
    '<circle cx="12" cy="12" r="8.5"/><path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8m0 3h.01"/>',
  star: '<path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z"/>',
  steps: '<path d="M4 20v-5h5v-5h5V5h6"/>',
  gift: '<path d="M4.5 11.5v9h15v-9M3 7.5h18v4H3zm9 0v13"/><path d="M12 7.5C8 7.5 7 6 7.3 4.7 7.8 3 11 3 12 7.5c1-4.5 4.2-4.5 4.7-2.8C17 6 16 7.5 12 7.5z"/>',
  chart: '<path d="M4 20h16M6.5 20v-6m5.5 6V5m5.5 15v-9"/>',
  signpost: '<path d="M12 3v18M5 5.5h12l3 3-3 3H5zM9 21h6"/>',
  bank: '<path d="m3.5 9.5 8.5-5.5 8.5 5.5zM5.5 9.5v7m4.5-7v7m4-7v7m4.5-7v7M3.5 20h17"/>',
  briefcase: '<path d="M3.5 8h17v11.5h-17zM9 8V5h6v3M3.5 13h17"/>',
  desk: '<path d="M3 9h18M5 9v10m14-10v10M5 14h6V9m-3 2.5h.01M8 6V4h8v2"/>',
  medal: '<circle cx="12" cy="9" r="5.5"/><path d="m8.5 13.5-1.5 7 5-2.5 5 2.5-1.5-7"/>',
} as const;

export type MenuIconName = keyof typeof OWN | IconName;

/** The drawing of an icon of the menu, as path data. */
export const menuIcon = (name: MenuIconName): string => ({ ...ICONS, ...OWN })[name];
