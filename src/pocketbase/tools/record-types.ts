import type PocketBase from 'pocketbase';

/** A field of a collection. */
interface Field {
  name: string;
  type: string;
  hidden: boolean;
  maxSelect?: number;
  values?: string[];
}

interface CollectionModel {
  name: string;
  type: string;
  system: boolean;
  fields: Field[];
}

/** Generates the source of src/data/kernel/records.ts from the collections of a running PocketBase. */
export async function recordTypes(pb: PocketBase): Promise<string> {
  const collections = (await pb.collections.getFullList({ sort: 'name' })) as unknown as CollectionModel[];
  const ours = collections.filter((collection) => !collection.system);
  const parts = ours.map((collection) => {
    const lines = collection.fields
      .filter((field) => field.type !== 'password' && field.name !== 'tokenKey')
      .map((field) => `  ${field.name}: ${typeOf(field)};`);
    return `export interface ${interfaceName(collection.name)} {\n${lines.join('\n')}\n}\n`;
  });
  const names = ours.map(({ name }) => `  ${name}: ${interfaceName(name)};`);
  parts.push(`/** All collections by name. */\nexport interface Collections {\n${names.join('\n')}\n}\n`);
  return `// Written by \`npm run records\` from the migrations; a test fails when it is stale.\n\n${parts.join('\n')}`;
}

/** "product_files" becomes "ProductFilesRecord". */
function interfaceName(collection: string): string {
  const words = collection.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Record`;
}

function typeOf(field: Field): string {
  switch (field.type) {
    case 'number':
      return 'number';
    case 'bool':
      return 'boolean';
    case 'json':
      return 'unknown';
    case 'select': {
      const union = (field.values ?? []).map((value) => `'${value}'`).join(' | ');
      return (field.maxSelect ?? 1) > 1 ? `(${union})[]` : `${union} | ''`;
    }
    case 'relation':
    case 'file':
      return (field.maxSelect ?? 1) > 1 ? 'string[]' : 'string';
    default:
      return 'string';
  }
}
