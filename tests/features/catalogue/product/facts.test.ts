import { describe, expect, it } from 'vitest';
import { productFacts } from '../../../../src/features/catalogue/product/facts.ts';
import { aProduct } from './a-product.ts';

const value = (product: ReturnType<typeof aProduct>, label: string) =>
  productFacts(product).find((fact) => fact.label === label)?.value;

describe('the facts of a product', () => {
  it('are ordered by what buyers ask first', () => {
    expect(productFacts(aProduct()).map(({ label }) => label)).toEqual([
      'Scale',
      'Size',
      'Base',
      'Supports',
      'Printer',
      'Parts',
      'Resin',
      'Mesh',
      'Files',
      'Use of AI',
    ]);
  });

  it('have labels and measurements', () => {
    const product = aProduct();
    expect(value(product, 'Size')).toBe('37.1 × 32 × 47.7 mm');
    expect(value(product, 'Supports')).toBe('Pre-supported, Unsupported');
    expect(value(product, 'Resin')).toBe('13–17 ml, about $0.48 to $0.60');
    expect(value(product, 'Files')).toBe('1 file, 2 MB');
  });

  it('say the measured resin of a file with supports, and the edges that slicers repair', () => {
    const [file] = aProduct().files;
    if (!file?.mesh) throw new Error('the sample has a mesh');
    const supported = {
      ...file,
      role: 'presupported' as const,
      mesh: { ...file.mesh, volumeMl: 10.84, crowdedEdges: 3 },
    };
    const facts = productFacts(aProduct({ files: [file, supported] }));
    expect(facts.find(({ label }) => label === 'Resin')).toMatchObject({
      value: '10.8 ml, about $0.38',
      note: '$35.00 a litre; measured with its supports',
    });
    expect(facts.find(({ label }) => label === 'Mesh')?.value).toBe('Closed, 3 edges that slicers repair');
  });

  it('leave out what is unknown', () => {
    const bare = aProduct({
      size: null,
      baseMm: null,
      volumeMl: null,
      files: [],
      facets: { type: null, genre: [], scale: null, supports: [], printer: [], parts: null },
    });
    expect(productFacts(bare).map(({ label }) => label)).toEqual(['Use of AI']);
  });

  it('say that the artist has not said whether AI was used, where nobody was asked', () => {
    const aiOf = (ai: 'none' | null) =>
      productFacts(aProduct({ ai })).find(({ label }) => label === 'Use of AI')?.value;
    expect(aiOf(null)).toBe('The artist has not said');
    expect(aiOf('none')).toBe('Made without generative AI');
  });

  it('report open meshes, and never round the resin cost to zero', () => {
    const [file] = aProduct().files;
    if (!file?.mesh) throw new Error('the sample has a mesh');
    const open = aProduct({
      volumeMl: 0.01,
      size: { x: 2, y: 2, z: 3 },
      files: [{ ...file, mesh: { ...file.mesh, watertight: false } }],
    });
    expect(value(open, 'Mesh')).toBe('Has open edges');
    expect(value(open, 'Resin')).toBe('0 ml, about $0.01');
  });
});
