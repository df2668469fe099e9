// Hollowhoot (owl-headed forest beast). "It nests where the old road was, and it remembers who cut the trees." 40 mm to the eyes from the table (38 mm above the base), 50.5 mm to the ear tufts.
import { smin, smax, noise, fbm, ridge, cells, cyl, cap, box, sph, len2, len3, step, clamp, boulder, rng, ell, rot, mix } from '../kit/sdf.mjs';
import { compose, base, uni, h1, mixc, bound, tube, place, moss, scaleH, wood } from '../kit/forms.mjs';
export const edge=.28, bounds=[[-26.5,-19,-.3],[20.5,17.5,54]];
const B=base(17,'earth',47,2.5,{grass:1.2});
const G=(f,c,R)=>{const g=(x,y,z)=>{const l=len3(x-c[0],y-c[1],z-c[2])-R;return l>1.2?l:f(x,y,z)};g.local=f.local;return bound(g,c,R)};
const lim=(p,q,h,f,R=4)=>{let w=[q[0]-p[0],q[1]-p[1],q[2]-p[2]];const L=len3(...w);w=w.map(t=>t/L);const k=h[0]*w[0]+h[1]*w[1]+h[2]*w[2];let v=h.map((t,i)=>t-k*w[i]);const l=len3(...v);v=v.map(t=>t/l);const u=[v[1]*w[2]-v[2]*w[1],v[2]*w[0]-v[0]*w[2],v[0]*w[1]-v[1]*w[0]];
 return G((x,y,z)=>{x-=p[0];y-=p[1];z-=p[2];return f(u[0]*x+u[1]*y+u[2]*z,v[0]*x+v[1]*y+v[2]*z,w[0]*x+w[1]*y+w[2]*z,L)},[0,1,2].map(i=>(p[i]+q[i])/2),L/2+R)};
const pl=(f,t,o)=>{const g=place(f,t,o);const h=G(g,g.c,g.R);h.local=g.local;return h};
// ---------- body: twisted about the spine
const twA=z=>-.16+.42*step(10,36,z);
const tw=(x,y,z)=>{const a=twA(z),c=Math.cos(a),s=Math.sin(a);return[c*x+s*y,-s*x+c*y]};
const bodyB=(x,y,z)=>{const X=Math.abs(x);let d=ell(x,y-2.6,z-18.2,6.8,6.6,6.4);d=smin(d,ell(x,y-.4,z-22.5,7.6,6.9,7.4),2.5);d=smin(d,ell(x,y-.2,z-29.6,8,6.6,6.6),2.5);d=smin(d,ell(x,y-3.6,z-34,7,4.8,4.6),2.5);d=smin(d,ell(X-7.6,y,z-32.6,4.2,4.3,4.4),2);d=smin(d,cap(x,y,z,0,0,33,.4,-2.6,38.5,5.4,4.8),2);
 return d};
const rows=(x,y,z)=>[Math.atan2(x,-y)/6.28318*20,z*.43+.25*Math.cos(Math.atan2(x,-y)*3)];
const bodyF=(x,y,z)=>{const [a,b]=tw(x,y,z);let d=bodyB(a,b,z);if(d>2)return d-.9;const [u,s]=rows(a,b,z);return (d-.95*scaleH(u,s)+.15)*.85};
// legs: thick, standing on the log
const ftR=[-7.6,-1.4,10.1],ftL=[7.6,-3.6,10.4];
const plume=(r0,r1,n,k,A=.75,ph=0)=>(u,v,w,L)=>{const d=cap(u,v,w,0,0,0,0,0,L,r0,r1);return d>1.6?d-.7:(d-A*scaleH(Math.atan2(u,v)/6.28318*n+ph,(L-w)*k+7)+.1)*.85};
const legs=uni([lim([-5.4,1.2,18],[-7.6,-.8,11.6],[0,1,0],plume(5.4,3.2,12,.46),6.4),lim([5.4,.4,18],[7.7,-2.8,11.8],[0,1,0],plume(5.4,3.2,12,.46),6.4)],.5);
const footG=(c,ya)=>pl((x,y,z)=>{let d=ell(x,y-.2,z-.4,2.9,3.4,2.1);for(let i=0;i<4;i++){const o=i-1.5;d=smin(d,cap(x,y,z,o*1.15,-1.8,.3,o*1.55,-4+.35*Math.abs(o),.05,1.1,.95),.35)}return d},c,{yaw:ya,R:6});
const footC=(c,ya)=>pl((x,y,z)=>{let d=99;for(let i=0;i<4;i++){const o=i-1.5;d=Math.min(d,cap(x,y,z,o*1.6,-4.5+.35*Math.abs(o),.5,o*1.75,-6+.35*Math.abs(o),-.3,.62,.5),cap(x,y,z,o*1.75,-6+.35*Math.abs(o),-.3,o*1.8,-6.7+.35*Math.abs(o),-1.6,.5,.3))}return d},c,{yaw:ya,R:8.4});
const feet=uni([footG(ftR,-.3),footG(ftL,.28)]),fclaw=uni([footC(ftR,-.3),footC(ftL,.28)]);
// ---------- arms
const S_R=[-7.4,.6,32.6],E_R=[-14.2,-.6,32.2],W_R=[-15,-5,39.6],P_R=[-14.8,-6.6,42],S_L=[7.4,.8,32.4],E_L=[13.2,-1.6,26.4],W_L=[12,-8.2,24.4],P_L=[11.6,-10.2,24.2];
const arms=uni([lim(S_R,E_R,[0,1,0],plume(4.3,3.5,11,.5),5.4),lim(E_R,W_R,[0,1,0],plume(3.5,2.5,9,.52,.7,.5),4.6),lim(S_L,E_L,[0,1,0],plume(4.3,3.5,11,.5),5.4),lim(E_L,W_L,[1,0,0],plume(3.5,2.5,9,.52,.7,.5),4.6)],.6);
const paw=(P,W,sp,up,s)=>{const F=[],C=[];F.push((x,y,z)=>ell(x-P[0],y-P[1],z-P[2],2.7,2.3,2.5));F[0]=G(F[0],P,3);for(let i=0;i<4;i++){const o=i-1.5,a=[P[0]+o*1.2,P[1]-.6,P[2]+up*1.3],b=[P[0]+o*sp,P[1]-2.6,P[2]+up*2.6-.35*Math.abs(o)],c=[P[0]+o*(sp+.4),P[1]-4.4,P[2]+up*2.4-.5*Math.abs(o)],e=[P[0]+o*(sp+.5),P[1]-5.6,P[2]+up*.9-1.2-.4*Math.abs(o)];F.push(tube([[...a,1.25],[...b,1.1],[(b[0]+c[0])/2,(b[1]+c[1])/2,(b[2]+c[2])/2,.85]],{n:3}));C.push(tube([[...b.map((v,k)=>v+(c[k]-v)*.3),.75],[...c,.62],[(c[0]+e[0])/2,(c[1]+e[1])/2-.3,(c[2]+e[2])/2,.5],[...e,.28]],{n:3}))}
 const t=[[P[0]+s*1.8,P[1],P[2]-.3],[P[0]+s*3.6,P[1]-1.8,P[2]+.4],[P[0]+s*4,P[1]-3.6,P[2]-.6]];F.push(tube([[...t[0],1.2],[...t[1],.9]],{n:3}));C.push(tube([[...t[1],.7],[...t[2],.55],[P[0]+s*3.8,P[1]-4.6,P[2]-2,.28]],{n:3}));return[F,C]};
const pr=paw(P_R,W_R,1.75,1,1),pL=paw(P_L,W_L,1.75,.35,-1);
const paws=uni([...pr[0],...pL[0]],.35),claws=uni([...pr[1],...pL[1]]);
// long feathers trailing from the forearms, tail
const blade=(p,q,wd,h)=>lim(p,q,h,(u,v,w,L)=>{const t=clamp(w/L,0,1),W=wd*(.7+.5*t)*Math.sqrt(Math.max(.02,1-Math.pow(t,5)));let d=smax(Math.abs(u)-W,Math.abs(v-.05*u*u)-.5-.28*Math.exp(-u*u*9),.2);d=smax(d,w-L,.2);d=Math.max(d,-w-1);return(d+.08*Math.cos((w+Math.abs(u)*1.2)*4.2)*step(.2,.4,Math.abs(u))*step(.1,.4,W-Math.abs(u)))*.85},wd+.6);
const BL=[],CV=[];for(let i=0;i<6;i++){const t=i/5,m=(a,b)=>a.map((v,k)=>v+(b[k]-v)*t);
 const a=m([-14.2,.9,31.8],[-15.6,-3.4,39.8]);const l1=1-.12*(i&1);BL.push(blade(a,[a[0]-(3.2+6*t)*l1,a[1]+2.8,a[2]-(11.2-6.8*t)*l1],1.15,[.1,1,.1]));
 const b=m([14.2,.4,26],[13.2,-7.2,24]);BL.push(blade(b,[b[0]+(5.6-2*t)*l1,b[1]+4.4-4.4*t,b[2]-(10.2-.8*t)*l1],1.1,[1,-.1,.3]));
 if(i<5){const a2=m([-14.4,.2,32.6],[-16.6,-4.2,39.4]);CV.push(blade([a2[0]+.6,a2[1]+.6,a2[2]],[a2[0]-2.4-3.2*t,a2[1]+1.2,a2[2]-6+3.4*t],1.15,[.1,1,.1]));const b2=m([15.2,-1,26.6],[14,-6.6,24.6]);CV.push(blade(b2,[b2[0]+2.2,b2[1]+.8,b2[2]-5.4],1.1,[1,-.1,.35]))}}
for(let i=0;i<5;i++){const o=i-2;BL.push(blade([o*1.3,7.6,16],[o*2.6,11.4-.3*o*o,8.2+.3*o*o],1.5,[0,1,.4]))}
const blades=uni(BL),covert=uni(CV);
// ---------- head
const HC=[1.0,-3.9,40.2],HR={yaw:.10,pitch:.10,roll:-.14},hd=(f,R=12)=>pl(f,HC,{...HR,R});
const headF=(x,y,z)=>{const X=Math.abs(x);let d=ell(x,y,z,6.7,5.8,6);if(d>1.4)return d-.7;const q=len2(x,z),ph=Math.atan2(q,-y);const u=Math.atan2(x,z)/6.28318*18,s=(3.1416-ph)*2.7+9;d-=.8*scaleH(u,s)*step(.9,1.15,ph);return(d+.1)*.85};
const discF=(x,y,z)=>{const X=Math.abs(x);const q=len2(x/1.04,z+.1),a=Math.atan2(x,z+.1);const R=6.1+.22*Math.cos(a*14);let d=smax(q-R,Math.abs(y+4.6+.03*q*q*-1)-1.5,.5);
 const ex=X-2.75,ez=z-.55,er=len2(ex,ez),ea=Math.atan2(ex,ez);d=smax(d,-(ell(ex,y+7.6,ez,3.15,2.75,3.5)-.30*Math.cos(ea*14)*step(1.7,2.4,er)),.3);const fa=Math.atan2(x,z+2.4);d+=.2*Math.cos(fa*20)*step(2.2,3.4,len2(x,z+2.4))*step(2.6,3.4,er);return d*.85};
const ruffF=(x,y,z)=>{const q=len2(x/1.04,z+.1),a=Math.atan2(x,z+.1);return (len2(q-6.25,y+4.1)-.85-.28*Math.cos(a*22))*.8};
const eyeF=(x,y,z)=>sph(Math.abs(x)-2.65,y+5.0,z-.6,1.95);
const lidF=(x,y,z)=>{const X=Math.abs(x)-2.65,Y=y+5.0,Z=z-.6,q=len3(X,Y,Z);return smax(Math.abs(q-2.2)-.42,-(Z-.62-.42*X+.12*Y),.2)};
const browF=(x,y,z)=>{const X=Math.abs(x);let d=cap(X,y,z,.35,-7.2,.7,4.3,-5.9,3.5,.95,1.05);d=smin(d,cap(X,y,z,4.3,-5.7,3.5,7.0,-3,9.4,1.35,.42),.5);d=smin(d,cap(X,y,z,3.4,-5.2,4.2,5.2,-2.4,8.8,1.2,.4),.3);d=smin(d,cap(X,y,z,5.2,-4.6,3.4,8.4,-2.2,7.2,1.0,.4),.3);return d-.14*Math.cos((X*1.0+z*.4)*4.4)*step(.2,1.5,X)*step(6.5,4,X)};
const beakT=tube([[0,-5.6,.4,1.55],[0,-7.8,-.2,1.6],[0,-9.5,-1.6,1.3],[0,-9.9,-3.4,.8],[0,-9.3,-4.9,.32]],{n:5}),lowT=tube([[0,-5.2,-3.6,1.35],[0,-7.2,-4.6,1.0],[0,-8.2,-4.8,.42]],{n:4});
const beakF=(x,y,z)=>{let d=beakT(x*1.12+0,y,z);const nz=len3(Math.abs(x)-.95,y+7.6,z-.65)-.42;return smax(d*.9,-nz,.15)};
const lowF=(x,y,z)=>lowT(x,y,z);
const mouthF=(x,y,z)=>ell(x,y+6.0,z+2.6,1.75,2.1,1.7);
const tongF=(x,y,z)=>cap(x,y,z,0,-5.2,-2.9,0,-7.8,-3.6,.8,.5);
const head=hd(headF),disc=hd(discF,9),ruff=hd(ruffF,9.5),eye=hd(eyeF,7),lid=hd(lidF,8),brow=hd(browF,13),beak=hd(beakF,11.5),low=hd(lowF,10.5),mouth=hd(mouthF,9),tong=hd(tongF,9.5);
// bib: long pale feathers under the disc
const BB=[];{for(const [n,r,z0,l,y0] of [[7,5.2,36.6,5.6,-5.6],[6,4.6,34.6,6,-6.2],[5,3.8,32,5.8,-6.5]])for(let i=0;i<n;i++){const o=i-(n-1)/2,a=o*.3+.24,x=1+r*1.25*Math.sin(a),y=y0+1.6*(1-Math.cos(a))*2;BB.push(blade([x,y+.6,z0+.25*Math.abs(o)],[x*1.05+.25*o,y-1.1,z0-l+.5*Math.abs(o)],1.05,[.2*o,1,.2]))}}const bib=uni(BB);
// ---------- moss and mushrooms on the back and shoulders
const mossF=(x,y,z)=>{const [a,b]=tw(x,y,z);const d=bodyB(a,b,z);if(d>3)return d-1.5;const n=fbm(x*.24,y*.24,z*.24+5,3);const reg=-(z-31.5+.75*(b-1)+7*n-.12*Math.abs(a));return smax(d-1.15-.5*noise(x*.9,y*.9,z*.9)-.2*noise(x*2.2,y*2.2,z*2.2),Math.max(reg*.5,2.2-b-.35*Math.max(0,Math.abs(a)-5)),.7)*.8};
const ms=[[-6.4,3,37.2,1.9,2.6,-.3],[-8.4,2.2,36.6,1.3,1.7,-.5],[7.6,2.8,37,1.6,2.2,.4],[4.4,6.4,38,2,2.6,.2],[-3,8.2,36.8,1.7,2,-.2]];
const mst=uni(ms.map(([x,y,z,r,h,l])=>tube([[x,y,z-1.4,.62],[x+l*.6,y,z+h*.5,.55],[x+l,y,z+h,.5]],{n:3}))),mcap=uni(ms.map(([x,y,z,r,h,l])=>bound((a,b,c)=>smax(ell(a-x-l,b-y,c-z-h,r,r,r*.8),z+h-.1-c,.25),[x+l,y,z+h],r+.3)));
// ---------- log
const lg=tube([[-15.2,2.2,5.2,3.9],[-7,.6,5.6,4.1],[2,-1.4,5.8,4.2],[9,-2.6,5.9,4.1],[14.6,-4.2,6.2,3.9]],{n:4});
const LA0=0,LA=[-15.2,2.2,5.2],LB=[14.6,-4.2,6.2],LD=(()=>{const d=LB.map((v,i)=>v-LA[i]),l=len3(...d);return d.map(v=>v/l)})();
const logF=(x,y,z)=>{let d=lg(x,y,z);if(d>3)return d-.8;const s=(x-LA[0])*LD[0]+(y-LA[1])*LD[1]+(z-LA[2])*LD[2],T=30.5,c=[0,1,2].map(i=>LA[i]+LD[i]*s),v=y-c[1],w=z-c[2],a=Math.atan2(w,v);d-=.75*ridge(a*2.1,s*.1,3,3)-.45;const jag=.9*noise(v*1.1,w*1.1,3)+.4*noise(v*2.6,w*2.6,5);d=smax(d,s-T+1.2+jag,.15);d=smax(d,-s+1.2-jag,.15);const q=len2(v,w);if(s>T-3.4||s<3.4)d+=.16*Math.cos(q*4.6)*step(3.4,3.0,q);const hol=q-2.0+.3*noise(v,w,9);d=smax(d,-Math.max(hol,T-4.5-s+jag),.3);return d*.85};
const stub=uni([tube([[7.6,-4.6,7.4,1.5],[8.8,-7.4,8.6,1.1],[9,-9,9.8,.8]],{n:3}),tube([[-10.6,.4,7.6,1.3],[-12,-1.8,9.4,.95],[-12.2,-3,11,.6]],{n:3}),tube([[-9,4,7,1.3],[-10,7.4,7.6,.9],[-9.6,9.4,6.4,.6]],{n:3})],.3);
const logM=(x,y,z)=>{const d=lg(x,y,z);if(d>2.5)return d-1;return smax(d-.85-.4*noise(x*1.1,y*1.1,z*1.1),Math.max(-(z-8.9)-4.6*fbm(x*.34,y*.34,7,3),Math.abs(x+.3)-12.4-2.6*noise(y*.6,x*.2,3)),.6)*.8};
const shf=uni([[-4,-3.9,6.2,1.9],[-2,-4.4,4.6,1.5],[1.6,-5.3,6.8,1.7],[12,-7.4,5.6,1.4],[-8.6,-2.9,4.6,1.3]].map(([x,y,z,r])=>bound((a,b,c)=>smax(len2(a-x,b-y)-r,Math.abs(c-z-.12*(b-y))-.5+.1*len2(a-x,b-y)*.3,.2),[x,y,z],r+.6)));
const bones=uni([tube([[-6,-9.6,3,.5],[-3,-10.6,3.1,.45],[-1.6,-10.8,3,.55]],{n:3}),tube([[3.6,-11.6,3,.5],[5.6,-9.6,3.1,.45],[6.6,-8.6,3.2,.55]],{n:3})]);
// ---------- paint
const BRN=[.200,.105,.048],DKB=[.070,.038,.022],BUF=[.50,.335,.165],CRM=[.64,.53,.36],RUST=[.46,.19,.055];
const feath=(h,v,c,t)=>mixc(mixc(c.map(q=>q*.55),c.map(q=>q*(1+.5*v)),clamp(h*1.25,0,1)),t,.65*step(.66,.95,h));
const bodyP=(x,y,z,n)=>{const [a,b]=tw(x,y,z),[u,s]=rows(a,b,z),h=scaleH(u,s),an=Math.abs(Math.atan2(a,-b)),v=fbm(x*.15,y*.15,z*.15,3);const belly=step(1.05,.75,an+.25*v-.012*(z-20))*step(37,33,z)*step(11,15,z);const c=mixc(BRN,CRM,belly),t=mixc(BUF,[.22,.12,.06],belly);return[...feath(h,v,c,t),0,.78]};
const limbP=(x,y,z,n)=>{const v=fbm(x*.2,y*.2,z*.2,3);return[...mixc(BRN.map(q=>q*(1+.6*v)),BUF,.18+.25*step(.1,.4,noise(x*.8,y*.8,z*.8))),0,.78,0,1.3]};
const claw=()=>[.045,.040,.038,0,.28];
const skin=(x,y,z)=>{const v=fbm(x*.6,y*.6,z*.6);return[.15*(1+v),.10*(1+v),.07,0,.6]};
const mossP=(x,y,z,n)=>{const v=fbm(x*.4,y*.4,z*.4,3),t=clamp(.45+.4*n[2]+1.2*v,0,1);return[...mixc([.05,.10,.02],[.25,.34,.07],t),0,.95]};
const shroom=(x,y,z,n)=>n[2]<-.3?[.6,.5,.36,0,.6]:[.08,.38,.44,0,.35,.12];
/** The parts, for variants; each has the name of its form. */
export let parts;
export {hd};
export const {sdf,paint}=compose(parts=[B,{n:'logF',f:logF,k:.3,bb:[-17,-10,1,17,8,12],paint:(x,y,z,n)=>{const s=(x-LA[0])*LD[0]+(y-LA[1])*LD[1]+(z-LA[2])*LD[2];if(Math.abs(n[0])>.6&&(s>27||s<3.2)){const c=[0,1,2].map(i=>LA[i]+LD[i]*s),q=len2(y-c[1],z-c[2]);return q<1.9?[.06,.035,.02,0,.9]:[...mixc([.42,.27,.13],[.26,.15,.07],.5+.5*Math.cos(q*4.6)),0,.8]}return wood(x,y,z,n,[.17,.115,.078],2)}},{n:'stub',f:stub,k:.7,paint:(x,y,z,n)=>wood(x,y,z,n,[.19,.13,.085],2)},{n:'logM',f:logM,k:.3,bb:[-17,-9,4,17,7,13],paint:mossP},{n:'shf',f:shf,k:.25,paint:(x,y,z,n)=>n[2]>.2?[.58,.30,.09,0,.6]:[.66,.56,.4,0,.7]},{n:'bones',f:bones,k:.15,paint:()=>[.62,.55,.42,0,.55]},
 {n:'bodyF',f:bodyF,k:.3,bb:[-14,-10,8,14,12,46],paint:bodyP},{n:'legs',f:legs,k:.7,paint:limbP},{n:'feet',f:feet,k:.5,paint:skin},{n:'fclaw',f:fclaw,k:.08,paint:claw},{n:'blades',f:blades,k:.15,paint:(x,y,z)=>{const v=noise(x*.3,y*.3,z*.9);return[...mixc(DKB,BUF,.75*step(.05,.15,Math.sin(z*1.9+.5*x)*.5+.2*v-.1)),0,.75]}},{n:'covert',f:covert,k:.12,paint:(x,y,z)=>[...BRN.map((q,i)=>q*1.35),0,.78]},{n:'arms',f:arms,k:1,paint:limbP},{n:'paws',f:paws,k:.5,paint:skin},{n:'claws',f:claws,k:.06,paint:claw},
 {n:'bib',f:bib,k:.15,paint:(x,y,z)=>[...mixc(mixc(CRM,BUF,.35),[.26,.145,.07],step(.1,.6,Math.sin(z*1.9+.4))*.55),0,.78]},{n:'head',f:head,k:.6,paint:(x,y,z,n)=>{const q=head.local(x,y,z),ph=Math.atan2(len2(q[0],q[2]),-q[1]),h=scaleH(Math.atan2(q[0],q[2])/6.28318*18,(3.1416-ph)*2.7+9);return[...feath(h,fbm(x*.2,y*.2,z*.2),BRN,BUF),0,.78]}},
 {n:'ruff',f:ruff,k:.35,paint:(x,y,z)=>{const q=head.local(x,y,z),a=Math.atan2(q[0],q[2]);return[...mixc(DKB,CRM,step(.2,.8,Math.cos(a*22))*.55),0,.78]}},{n:'disc',f:disc,k:.25,paint:(x,y,z)=>{const q=head.local(x,y,z),e=len2(Math.abs(q[0])-2.75,q[2]-.55),m=step(1.9,.9,Math.abs(q[0]))*step(2.5,-1,q[2]);const fh=step(1.6,3,q[2])*step(2.9,1.6,Math.abs(q[0]));if(fh>.5)return[...mixc(BRN,DKB,.5+.5*Math.cos(Math.atan2(q[0],q[2]+2.4)*20)),0,.8];return[...mixc(mixc(mixc(DKB,RUST,step(1.9,2.7,e)),BUF,step(2.9,4,e)),CRM,m),0,.8]}},
 {n:'mouth',f:mouth,cut:1,k:.25,paint:()=>[.30,.035,.03,0,.4],bias:-.03},{n:'brow',f:brow,k:.2,paint:(x,y,z)=>{const q=head.local(x,y,z);return[...mixc(CRM,DKB,step(3,6.4,q[2])),0,.78]}},{n:'beak',f:beak,k:.12,paint:(x,y,z)=>{const q=head.local(x,y,z);return[...mixc([.40,.33,.20],[.045,.04,.04],step(-6.4,-9.4,q[1]-.5*q[2]-1)),0,.3]}},{n:'low',f:low,k:.1,paint:()=>[.13,.11,.085,0,.35]},{n:'tong',f:tong,k:.1,paint:()=>[.52,.10,.10,0,.3]},
 {n:'lid',f:lid,k:.12,paint:()=>[.10,.06,.035,0,.7]},{n:'eye',f:eye,bias:.06,paint:(x,y,z)=>{const q=head.local(x,y,z),e=len2(Math.abs(q[0])-2.55,q[2]-.5);return q[1]<-5.5&&e<.78?[.008,.008,.008,0,.05,0,0]:e<1.0?[.75,.22,.01,0,.06,.4,0]:[1,.56,.04,0,.06,.5,0]}},
 {n:'mossF',f:mossF,k:.35,bb:[-14,-6,26,14,12,42],paint:mossP},{n:'mst',f:mst,k:.2,paint:()=>[.6,.52,.4,0,.6]},{n:'mcap',f:mcap,k:.08,paint:shroom}]);
export const view={yaw:-16,pitch:6,zoom:1.03,aim:.475,bg:'#4d5d5e'};
