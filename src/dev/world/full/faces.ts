/** How a drawn portrait looks. Colours are CSS. */
interface Face {
  backdrop: string;
  skin: string;
  hair: string;
  shirt: string;
  cut: 'bun' | 'bob' | 'short' | 'curls' | 'bald' | 'long' | 'cap';
  glasses?: boolean;
  beard?: boolean;
}

/** The artists of the full world, drawn. */
export const FACES: Readonly<Record<string, Face>> = {
  nell: { backdrop: '#93a84c', skin: '#f0c9a6', hair: '#b4532a', shirt: '#3a4a22', cut: 'bun' },
  aurel: {
    backdrop: '#d9c7a0',
    skin: '#e3b48c',
    hair: '#3a2a1e',
    shirt: '#8a2f2b',
    cut: 'short',
    beard: true,
  },
  sanne: {
    backdrop: '#4c5a66',
    skin: '#f3d7c0',
    hair: '#d9c28a',
    shirt: '#1f2a33',
    cut: 'bob',
    glasses: true,
  },
  bryn: { backdrop: '#b98a4a', skin: '#d99f7a', hair: '#6b3a1e', shirt: '#4a3524', cut: 'cap' },
  kofi: {
    backdrop: '#36508c',
    skin: '#7a4a2e',
    hair: '#1a1412',
    shirt: '#e0a050',
    cut: 'curls',
    glasses: true,
  },
  ilse: { backdrop: '#a9bfd2', skin: '#f4dccb', hair: '#e6e0d2', shirt: '#4a6078', cut: 'long' },
  rafael: {
    backdrop: '#8a5a7a',
    skin: '#b97a52',
    hair: '#2a2024',
    shirt: '#d0704a',
    cut: 'bald',
    beard: true,
    glasses: true,
  },
};

const BEHIND: Record<Face['cut'], string> = {
  bun: '<circle cx="256" cy="92" r="46"/><path d="M150 236c-8-100 40-150 106-150s114 50 106 150z"/>',
  bob: '<path d="M138 330c-20-150 20-244 118-244s138 94 118 244z"/>',
  short: '<path d="M152 220c-10-90 36-136 104-136s114 46 104 136z"/>',
  curls:
    '<g><circle cx="176" cy="160" r="52"/><circle cx="226" cy="116" r="56"/><circle cx="290" cy="116" r="56"/><circle cx="338" cy="162" r="52"/><circle cx="356" cy="216" r="34"/><circle cx="156" cy="216" r="34"/></g>',
  bald: '',
  long: '<path d="M132 430c-16-220-6-346 124-346s140 126 124 346z"/>',
  cap: '<path d="M152 300c-14-130 36-200 104-200s118 70 104 200z"/>',
};
const BEFORE: Record<Face['cut'], string> = {
  bun: '<path d="M158 214c6-66 48-98 104-98 50 0 88 32 94 98-30-44-66-62-100-62-38 0-70 20-98 62z"/>',
  bob: '<path d="M156 226c2-72 42-112 100-112s100 40 100 112c-16-34-34-52-60-62-30 26-90 34-140 62z"/>',
  short: '<path d="M156 210c8-62 46-92 102-92s92 30 98 92c-22-30-40-44-64-48-44 8-96 4-136 48z"/>',
  curls:
    '<g><circle cx="206" cy="150" r="34"/><circle cx="258" cy="138" r="36"/><circle cx="308" cy="152" r="34"/></g>',
  bald: '',
  long: '<path d="M154 250c0-88 36-136 102-136s102 48 102 136c-16-50-50-84-102-96-52 12-86 46-102 96z"/>',
  cap: '<path d="M146 200c4-74 50-112 110-112s106 38 110 112c-70-20-150-20-220 0z" fill="#2f2318"/><path d="M256 190c50 0 110 8 150 34-50-6-100-8-150-8z" fill="#2f2318"/>',
};

/** The portrait as an SVG of 512 by 512. */
export function faceSvg({ backdrop, skin, hair, shirt, cut, glasses = false, beard = false }: Face): string {
  const frames = glasses
    ? '<g fill="none" stroke="#1d1a1a" stroke-width="7"><circle cx="216" cy="248" r="34"/><circle cx="296" cy="248" r="34"/><path d="M250 246q6-6 12 0"/></g>'
    : '';
  const chin = beard
    ? `<path d="M160 262c0 96 40 140 96 140s96-44 96-140c-10 40-40 56-96 56s-86-16-96-56z" fill="${hair}"/>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
<rect width="512" height="512" fill="${backdrop}"/><circle cx="360" cy="120" r="220" fill="#fff" opacity=".08"/>
<g fill="${hair}">${BEHIND[cut]}</g>
<path d="M72 512c6-88 76-124 184-124s178 36 184 124z" fill="${shirt}"/>
<path d="M214 350h84v58q-42 38-84 0z" fill="${skin}"/><path d="M214 366q42 34 84 0v18q-42 30-84 0z" opacity=".14"/>
<ellipse cx="152" cy="256" rx="20" ry="28" fill="${skin}"/><ellipse cx="360" cy="256" rx="20" ry="28" fill="${skin}"/>
<path d="M256 112c64 0 104 50 104 128 0 84-46 142-104 142s-104-58-104-142c0-78 40-128 104-128z" fill="${skin}"/>
${chin}<g fill="${hair}">${BEFORE[cut]}</g>
<g fill="#1d1a1a"><circle cx="216" cy="250" r="10"/><circle cx="296" cy="250" r="10"/></g>
<path d="M194 216q22-14 44-2M274 214q22-12 44 2" fill="none" stroke="${hair}" stroke-width="9" stroke-linecap="round"/>
<path d="M256 258q-14 34 4 40" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="7" stroke-linecap="round"/>
<path d="M216 330q40 26 80 0" fill="none" stroke="#7a2a2a" stroke-width="9" stroke-linecap="round"/>
<circle cx="186" cy="300" r="20" fill="#d0604a" opacity=".22"/><circle cx="326" cy="300" r="20" fill="#d0604a" opacity=".22"/>${frames}
</svg>`;
}
