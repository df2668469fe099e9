import { existsSync } from 'node:fs';
/** The sculpt of this name: a file of ../models, or a variant of one. */
export const sculpt=async name=>{if(existsSync(new URL(`../models/${name}.mjs`,import.meta.url)))return import(`../models/${name}.mjs`);const all=await Promise.all(['goblins','orcs','knights','skeletons','dwarfs','troopers','wizards','busts'].map(f=>import(`../variants/${f}.mjs`)));const v=all.map(m=>m[name.replaceAll('-','_')]).find(Boolean);if(!v)throw new Error(`no sculpt is called ${name}`);return v()};
