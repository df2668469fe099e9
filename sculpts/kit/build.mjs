// node build.mjs <model> [edge mm]  ->  out/<model>.bin (painted mesh for the renderer), out/<model>.stl (for the printer), out/<model>.json (facts)
import Module from 'manifold-3d'; import fs from 'node:fs'; import { MeshoptSimplifier } from 'meshoptimizer'; import { shade } from './shade.mjs';
import { sculpt } from './sculpt.mjs';
const name=process.argv[2], model=await sculpt(name), edge=+(process.argv[3]??model.edge??.3), t0=performance.now();
const wasm=await Module(); wasm.setup(); const { Manifold,Mesh }=wasm; await MeshoptSimplifier.ready; fs.mkdirSync('out',{recursive:true});
// Far from the surface the exact distance does not matter: ask a coarse lattice first, and the model only near it.
const bodies=typeof model.parts==='number'?model.parts:1,[B0,B1]=model.bounds, S=edge*(edge<.4?5:3), N=[0,1,2].map(i=>Math.ceil((B1[i]-B0[i])/S)+3), lat=new Float32Array(N[0]*N[1]*N[2]).fill(NaN), f=model.sdf, lim=S*.87*1.3+(model.slack??1);
let calls=0; const field=(p)=>{const i=Math.floor((p[0]-B0[0])/S)+1,j=Math.floor((p[1]-B0[1])/S)+1,k=Math.floor((p[2]-B0[2])/S)+1,q=(k*N[1]+j)*N[0]+i;let c=lat[q];if(c!==c){c=lat[q]=f(B0[0]+(i-.5)*S,B0[1]+(j-.5)*S,B0[2]+(k-.5)*S)}if(c>lim||c<-lim)return -c;calls++;return -f(p[0],p[1],p[2])};
let m=Manifold.levelSet(field,{min:B0,max:B1},edge,0,edge*.03); const t1=performance.now();
const raw=m.numTri(); let parts=m.decompose(); if(parts.length>1){parts.sort((a,b)=>b.volume()-a.volume()); const keep=parts.slice(0,bodies); if(parts.length>keep.length&&parts[keep.length].volume()>2)console.log('! dropped a part of',parts[keep.length].volume().toFixed(1),'mm3'); m=keep.length>1?Manifold.compose(keep):keep[0];}
const g=m.getMesh(), nv=g.numVert; let pos=new Float32Array(nv*3); for(let i=0;i<nv;i++)for(let c=0;c<3;c++)pos[i*3+c]=g.vertProperties[i*g.numProp+c]; const idx=new Uint32Array(g.triVerts);
// one Taubin pass takes the stitches off sharp edges
const deg=new Float32Array(nv);for(let i=0;i<idx.length;i++)deg[idx[i]]++; const lap=(P,w)=>{const O=new Float32Array(P.length);for(let i=0;i<idx.length;i+=3)for(let e=0;e<3;e++){const a=idx[i+e]*3,b=idx[i+(e+1)%3]*3;O[a]+=P[b];O[a+1]+=P[b+1];O[a+2]+=P[b+2]}for(let i=0;i<nv;i++)for(let k=0;k<3;k++){const v=P[i*3+k];O[i*3+k]=v+w*(O[i*3+k]/(deg[i]||1)-v)}return O};
for(let i=0;i<(model.smooth??2);i++)pos=lap(lap(pos,.5),-.52);
let z0=1e9;for(let i=2;i<pos.length;i+=3)if(pos[i]<z0)z0=pos[i];
const {nor,col,mr}=shade(pos,idx,model);
for(let i=2;i<pos.length;i+=3)pos[i]=Math.max(0,pos[i]-z0<.12*edge?0:pos[i]-z0);
// for the renderer: fewer triangles, keeping the paint
const attr=new Float32Array(nv*6);for(let i=0;i<nv;i++){for(let k=0;k<3;k++){attr[i*6+k]=col[i*4+k]/255;attr[i*6+3+k]=nor[i*3+k]}}
let vi=idx; const VT=(model.viewTris??260000)*3; if(idx.length>VT)vi=MeshoptSimplifier.simplifyWithAttributes(idx,pos,3,attr,6,[.5,.5,.5,.15,.15,.15],null,VT,1)[0];
{const map=new Int32Array(nv).fill(-1);let n=0;const ii=new Uint32Array(vi.length);for(let i=0;i<vi.length;i++){const v=vi[i];if(map[v]<0)map[v]=n++;ii[i]=map[v]}const P=new Float32Array(n*3),NN=new Float32Array(n*3),C=new Uint8Array(n*4),M=new Uint8Array(n*4);for(let v=0;v<nv;v++){const o=map[v];if(o<0)continue;for(let k=0;k<3;k++){P[o*3+k]=pos[v*3+k];NN[o*3+k]=nor[v*3+k]}for(let k=0;k<4;k++){C[o*4+k]=col[v*4+k];M[o*4+k]=mr[v*4+k]}}
const head=Buffer.alloc(8);head.writeUInt32LE(n,0);head.writeUInt32LE(ii.length,4);fs.writeFileSync(`out/${name}.bin`,Buffer.concat([head,...[P,NN,ii,C,M].map(a=>Buffer.from(a.buffer))]))}
// for the printer
const {writeStl}=await import('./stl.mjs'); const facts=writeStl(name,pos,idx,model.stlTris??38000,Manifold,Mesh,bodies);
{const full=m.volume()/1000;if(Math.abs(facts.volumeMl/full-1)>.02)console.log('! STL volume',facts.volumeMl,'of',full.toFixed(2),'ml: something thin broke off')} facts.buildSeconds=+((performance.now()-t0)/1e3).toFixed(1); facts.edgeMm=edge; fs.writeFileSync(`out/${name}.json`,JSON.stringify(facts)); console.log(name,'levelSet',((t1-t0)/1e3).toFixed(1)+'s',(calls/1e6).toFixed(1)+'M calls',raw,'tris ->',vi.length/3,JSON.stringify(facts));
