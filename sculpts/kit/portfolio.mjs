// Takes the pictures of models by their artists' studios: node portfolio.mjs OUT NAME...
import { photograph } from './shoot.mjs'; import { sculpt } from './sculpt.mjs'; import fs from 'node:fs';
export const studioOf=n=>n.endsWith('bust')?'dusk':/^(goblin|orc)/.test(n)?'forest':n.startsWith('knight')?'parchment':n.startsWith('skeleton')?'crypt':n.startsWith('dwarf')?'bench':n.startsWith('trooper')?'blueprint':'snow';
const [out,...names]=process.argv.slice(2);
for(const name of names){if(fs.existsSync(`${out}/detail/${name}.webp`)||!fs.existsSync(`out/${name}.bin`))continue;const t0=performance.now(),{view={}}=await sculpt(name);await photograph(name,studioOf(name),{view,out:'shots',side:880,small:700,q:78});for(const s of ['painted','primer','back','detail']){fs.mkdirSync(`${out}/${s}`,{recursive:true});fs.renameSync(`shots/${name}-${s}.webp`,`${out}/${s}/${name}.webp`)}console.log(name,((performance.now()-t0)/1e3).toFixed(1),'s')}
