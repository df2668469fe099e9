// Written by `npm run records` from the migrations; a test fails when it is stale.

export interface CategoriesRecord {
  id: string;
  slug: string;
  name: string;
  description: string;
  position: number;
  created: string;
  updated: string;
  parent: string;
}

export interface ProductFilesRecord {
  id: string;
  product: string;
  position: number;
  name: string;
  role: 'unsupported' | 'presupported' | 'slicer_project' | 'sliced' | 'document' | 'other' | '';
  scale: '6' | '10' | '15' | '20' | '28' | '32' | '35' | '54' | '75' | 'free' | '';
  part: string;
  sizeBytes: number;
  sha256: string;
  version: number;
  storageKey: string;
  sizeX: number;
  sizeY: number;
  sizeZ: number;
  volumeMl: number;
  triangles: number;
  watertight: boolean;
  shells: number;
  created: string;
  updated: string;
}

export interface ProductsRecord {
  id: string;
  store: string;
  name: string;
  slug: string;
  description: string;
  priceCents: number;
  free: boolean;
  salePercent: number;
  saleFrom: string;
  saleTo: string;
  category: string;
  shelves: string[];
  tags: unknown;
  type: 'figure' | 'mount' | 'vehicle' | 'terrain' | 'base' | 'prop' | 'bust' | '';
  genre: ('fantasy' | 'sci-fi' | 'historical' | 'modern' | 'horror')[];
  archetype: string;
  scale: '6' | '10' | '15' | '20' | '28' | '32' | '35' | '54' | '75' | 'free' | '';
  supports: ('unsupported' | 'presupported' | 'slicer_project' | 'support_free')[];
  printer: ('resin' | 'fdm')[];
  parts: 'single' | 'multipart' | '';
  baseMm: number;
  sizeX: number;
  sizeY: number;
  sizeZ: number;
  volumeMl: number;
  licences: ('personal' | 'merchant')[];
  images: string[];
  imageAlts: unknown;
  printNotes: string;
  mature: boolean;
  ai: 'none' | 'assisted' | 'generated' | '';
  state:
    | 'draft'
    | 'processing'
    | 'ready'
    | 'scheduled'
    | 'published'
    | 'unlisted'
    | 'archived'
    | 'suspended'
    | '';
  popularity: number;
  publishedAt: string;
  created: string;
  updated: string;
}

export interface ShelvesRecord {
  id: string;
  store: string;
  slug: string;
  name: string;
  position: number;
  productCount: number;
  created: string;
  updated: string;
}

export interface StoresRecord {
  id: string;
  owner: string;
  slug: string;
  name: string;
  tagline: string;
  about: string;
  logo: string;
  banner: string;
  bannerAlt: string;
  socials: unknown;
  state: 'draft' | 'open' | 'vacation' | 'suspended' | 'closed' | '';
  productCount: number;
  openedAt: string;
  created: string;
  updated: string;
}

export interface UsersRecord {
  id: string;
  email: string;
  emailVisibility: boolean;
  verified: boolean;
  created: string;
  updated: string;
  username: string;
  avatar: string;
  theme: 'light' | 'dark' | 'system' | '';
  showMature: boolean;
  suspended: boolean;
}
