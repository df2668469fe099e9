// Grave Sentinel: he swore to hold the gate until relieved; nobody came, so he is still on duty. 40 mm to the eyes, 61 mm to the sword tip, on a 32 mm round base.
import { boulder, smin, smax, noise, fbm, cells, cyl, cap, box, sph, rng, len2, len3, step, ell, clamp, mix } from '../kit/sdf.mjs';
import { compose, base, uni, h1, mixc, bound, tube, stone, place, skull, metal, wood, grain, moss, IRON } from '../kit/forms.mjs';
export const edge=.26, bounds=[[-19,-17,-.4],[21,17,61]], stlTris=60000, viewTris=360000;
const add=(a,b,t=1)=>[a[0]+b[0]*t,a[1]+b[1]*t,a[2]+b[2]*t], sub=(a,b)=>[a[0]-b[0],a[1]-b[1],a[2]-b[2]], dot=(a,b)=>a[0]*b[0]+a[1]*b[1]+a[2]*b[2], cross=(a,b)=>[a[1]*b[2]-a[2]*b[1],a[2]*b[0]-a[0]*b[2],a[0]*b[1]-a[1]*b[0]], nrm=a=>{const l=len3(...a);return[a[0]/l,a[1]/l,a[2]/l]}, lerp=(a,b,t)=>[0,1,2].map(i=>a[i]+(b[i]-a[i])*t);
// a frame: origin o, local z along Z, local y near Y
const frame=(o,Z,Y,s=1)=>{Z=nrm(Z);const X=nrm(cross(Y,Z));Y=cross(Z,X);const loc=(x,y,z)=>{x-=o[0];y-=o[1];z-=o[2];return[(x*X[0]+y*X[1]+z*X[2])/s,(x*Y[0]+y*Y[1]+z*Y[2])/s,(x*Z[0]+y*Z[1]+z*Z[2])/s]};
  return{loc,out:(a,b,c)=>add(add(add(o,X,a*s),Y,b*s),Z,c*s),put:(f,R,c=[0,0,0])=>{const g=(x,y,z)=>{x-=o[0];y-=o[1];z-=o[2];return f((x*X[0]+y*X[1]+z*X[2])/s,(x*Y[0]+y*Y[1]+z*Y[2])/s,(x*Z[0]+y*Z[1]+z*Z[2])/s)*s};return bound(g,add(add(add(o,X,c[0]*s),Y,c[1]*s),Z,c[2]*s),R*s)}}};
const X0=Math.abs;
const B=base(16,'earth',23,2.5,{grass:.9});
// ---- joints (figure's right is -x)
const J={hipR:[-2.7,1.4,21.6],kneR:[-5.2,-1.2,13.2],ankR:[-5.6,2.4,5.2],hipL:[2.7,.6,21.4],kneL:[6.4,-6.4,18.2],ankL:[5.4,-4.9,11.2],
 shR:[-6.7,1.6,36.3],elR:[-12.4,4.2,35.2],haR:[-13.4,-.6,42.2],shL:[5.5,-1.6,34.6],elL:[9.9,1.6,29.2],haL:[11.2,-5.4,26.2]};
const bones=[];const lb=(a,b,r=.85,e=1.35,e2=e)=>{const d=nrm(sub(b,a)),side=nrm(cross(d,[.3,-.9,.2]));bones.push(tube([[...a,e*.8],[...lerp(a,b,.17),r*1.08],[...lerp(a,b,.5),r*.92],[...lerp(a,b,.83),r*1.1],[...b,e2*.8]],{n:4}));for(const [p,q] of [[a,e],[b,e2]])for(const s of [-1,1]){const c=add(p,side,s*q*.5);bones.push(bound((x,y,z)=>sph(x-c[0],y-c[1],z-c[2],q*.8),c,q))}};
const two=(a,b,r=.62,g=.95)=>{const d=nrm(sub(b,a)),side=nrm(cross(d,[.2,-1,.15]));for(const s of [-1,1])bones.push(tube([[...add(a,side,s*g*.45),r*1.5],[...lerp(add(a,side,s*g*.9),add(b,side,s*g*.9),.2),r*1.05],[...lerp(add(a,side,s*g*1.25),add(b,side,s*g*1.2),.5),r],[...lerp(add(a,side,s*g*.9),add(b,side,s*g*.9),.82),r*1.05],[...add(b,side,s*g*.5),r*1.45]],{n:4}))};
lb(J.hipR,J.kneR,1,1.5,1.32);two(J.kneR,J.ankR,.72,.8);lb(J.hipL,J.kneL,1,1.5,1.32);two(J.kneL,J.ankL,.72,.8);
lb(J.shR,J.elR,.9,1.5,1.3);two(J.elR,lerp(J.elR,J.haR,.8),.62,.85);lb(J.shL,J.elL,.9,1.5,1.3);two(J.elL,lerp(J.elL,J.haL,.82),.62,.85);
for(const k of [J.kneR,J.kneL]){const c=add(k,[.2,-1.25,.25]);bones.push(bound((x,y,z)=>smax(ell(x-c[0],y-c[1],z-c[2],1.0,.7,1.25),Math.abs(x-c[0])*.7+(c[2]-z)*.75-.75,.25),c,1.5))}
// feet: heel, arch, four toes
const foot=(ank,dir,zs)=>{const d=nrm(dir),s=nrm(cross(d,[0,0,1])),at=(f,l,z)=>[ank[0]+d[0]*f+s[0]*l,ank[1]+d[1]*f+s[1]*l,z];bones.push(tube([[...at(-1.5,0,zs+.9),1.0],[...at(-.2,0,zs+1.7),1.15],[...at(1.2,0,zs+1.6),1]]),tube([[...ank,1.1],[...at(.1,0,zs+1.5),1.1]]));for(let i=0;i<4;i++){const l=(i-1.5);bones.push(tube([[...at(.9,l*.4,zs+1.5),.6],[...at(2.6,l*.78,zs+1.05),.5],[...at(3.3,l*1.0,zs+.85),.7],[...at(3.9,l*1.06,zs+.85),.55],[...at(4.6-.2*Math.abs(l+.4),l*1.12,zs+.45),.5]],{n:3}))}};
foot(J.ankR,[-.42,-1,0],2.9);foot(J.ankL,[.22,-1,0],8.9);
// spine, ribs, sternum: local chest frame, twisted and leaning
const CA=-.3,ca=Math.cos(CA),sa=Math.sin(CA),CH=(x,y,z)=>{y-=.09*z;const X=x+.05*z;return[X*ca-y*sa-.5,X*sa+y*ca+.9,z-.13*x+31.2]};
const P=(x,y,z,r)=>[...CH(x,y,z),r];
const spine=tube([[0,1.9,20.6,1.5],[.2,1.5,23.4,1.25],[.1,2.2,25.6,1.15],P(0,2.7,-2.8,1.1),P(0,2.9,.6,1.1),P(0,2.2,4.4,1.05),[-1.5,-.1,38.6,1.15]],{n:6,ring:.62,amp:.42});
const ribs=[];const RW=[3.6,5.0,5.6,5.2,4.1],RD=[2.5,3.4,4,3.9,3.4],RZ=[4.1,2.1,.1,-1.9,-3.9],EZ=[3.1,1.2,-.6,-2.2,-3.4];
for(let i=0;i<5;i++)for(const s of [-1,1]){const w=RW[i],z=RZ[i];ribs.push(tube([P(s*.3,2.5,z+.3,.8),P(s*w*.62,2.7,z+.25,.66),P(s*w,.6,z-.5,.64),P(s*w*.86,-1.9,z-1.1,.64),P(s*w*.45,-RD[i]+.3,(z-1.2+EZ[i])/2-.2,.6),P(s*.5,-RD[i],EZ[i],.62)],{n:5}))}
ribs.push(tube([P(0,-2.5,4.2,1.05),P(0,-3.4,1.2,.85),P(0,-3.9,-1.6,.8),P(0,-3.6,-3.8,.62)],{n:5}));
for(const s of [-1,1]){const sh=s<0?J.shR:J.shL;ribs.push(tube([P(s*.5,-2.5,4.3,.85),P(s*3,-2.3,5.2,.65),[...add(sh,[0,-.6,.5]),.95]],{n:5}),tube([P(s*2.6,3.3,3.4,.9),P(s*4.4,2.6,4.6,.7),[...add(sh,[0,.4,.3]),1.1]],{n:4}));
 const c=CH(s*3.2,3.2,1.4);ribs.push(bound((x,y,z)=>{const X=(x-c[0])*ca+(y-c[1])*sa,Y=-(x-c[0])*sa+(y-c[1])*ca,Z=z-c[2];return smax(Math.max(Math.abs(Y)-.6,(Z-3.0)*.9),Math.max(-s*X-1.6,s*X*.85-Z*.35-1.9)-.0,.5)},c,4.4))}
// pelvis: iliac wings, sacrum, sitting bones
const pelvis=(x,y,z)=>{const X=Math.abs(x);let d=ell(X-2.4,y-1.1,z-22.4,2.3,2.2,2.1);d=smax(d,-ell(X-2.1,y+.9,z-24.2,2,2.3,2.4),.4);d=smin(d,ell(x,y-2.1,z-21.6,1.9,1.2,2.6),.5);d=smin(d,cap(X,y,z,2.6,.9,21.2,.5,-1.3,19.6,1.1,.9),.5);d=smin(d,cap(X,y,z,2.4,1.4,20.8,1.5,.6,18.2,1,.85),.5);return d};
// ---- head: a skull about 2 units high with a dropped jaw
const skullO=(x,y,z)=>{const X=Math.abs(x);let d=ell(x,y-.14,z-.28,.84,1.04,.86);d=smin(d,ell(x,y+.52,z+.36,.58,.46,.56),.2);d=smin(d,cap(X,y,z,.52,-.74,-.2,.76,-.12,-.14,.15,.12),.12);d=smin(d,cap(X,y,z,.1,-.95,.2,.62,-.74,.22,.15,.12),.12);d=smin(d,ell(x,y+.72,z+.72,.42,.34,.22),.14);
  d=smax(d,-ell(X-.98,y+.38,z+.02,.2,.42,.36),.14);d=smax(d,-ell(X-.37+.12*(z+.1),y+1.0,z+.11-.1*X,.30,.52,.265),.06);d=smax(d,-cap(X,y,z,.02,-1.1,-.32,.11,-1.1,-.53,.09,.12),.05);
  const c=Math.cos(.30),n=Math.sin(.30),a=y+.12,b=z+.45,Y=c*a+n*b-.12,Z=-n*a+c*b-.45;
  let j=cap(X,Y,Z,.62,-.12,-.45,.55,-.22,-.95,.14,.14);j=smin(j,cap(X,Y,Z,.55,-.22,-.95,.19,-.92,-1.24,.16,.17),.08);j=smin(j,cap(X,Y,Z,.0,-.95,-1.27,.22,-.9,-1.25,.19),.1);d=smin(d,j,.05);
  d=smin(d,ell(x,y+.1,z+.75,.4,.42,.5),.1);
  for(let i=0;i<3;i++){const tx=.085+i*.165,ty=-1.03+tx*tx*.85;d=Math.min(d,cap(X,y,z,tx,ty,-.82,tx,ty,-1.0,.082,.075),cap(X,Y,Z,tx,ty+.03,-1.0,tx,ty+.03,-1.14,.072))}return d};
const HF=frame([-1.3,-2.6,40.2],[-.10,-.14,1],[-.24,1,.16],3.85);
const head=HF.put((x,y,z)=>{return skullO(x,y,z)},1.85);
const eyes=HF.put((x,y,z)=>{const X=Math.abs(x);return sph(X-.36,y+.63,z+.10,.135)},1.6);
const helm=HF.put((x,y,z)=>{const X=Math.abs(x);const lim=.16+.10*y*0+.12*step(.2,-.9,y)-.22*step(0,1,y);let d=ell(x,y-.12,z-.3,.97,1.16,1.0);d=smax(d,lim-z,.06);
  let b=smax(ell(x,y-.12,z-.3,1.05,1.25,1.3),Math.abs(z-lim-.12)-.13,.05);d=smin(d,b,.03);
  d=smin(d,smax(Math.max(X-.13,lim-z),ell(x,y-.12,z-.3,1.04,1.23,1.07),.05),.03);d=smin(d,smax(Math.max(Math.abs(y-.1)-.13,lim-z),ell(x,y-.12,z-.3,1.04,1.23,1.07),.05),.03);
  d=smin(d,cap(x,y,z,0,.12,1.28,0,.14,1.62,.2,.1),.08);d=smin(d,cyl(x,y-.12,z-1.3,.28,.1,.05),.03);
  d=smin(d,box(x,y+1.17-.1*z,z-.1,.10,.14,.30,.06),.06);
  const a=Math.atan2(x,y-.12),k=Math.round(a/.5236)*.5236,rx=1.05*Math.sin(k),ry=.12+1.25*Math.cos(k);if(k*k>.01)d=smin(d,len3(x-rx,y-ry,z-(.16+.12*step(.2,-.9,ry)-.22*step(0,1,ry))-.12)-.085,.03);
  // a sword cut from the last war
  d=smax(d,-box(x*.85+z*.5-1.02,y+.32,z*.85-x*.5-.62,.5,.085,.2,.03),.03);
  // one cheek plate is left
  let c=smax(box(x-.84-.1*z,y+.26+.05*z,z+.30,.13,.30,.46,.07),-(z+.78+.5*(y+.26)),.05);d=smin(d,c,.04);return d},1.95,[0,0,.2]);
// ---- sword
const SD=nrm([.56,-.16,.8]), SF=frame(J.haR,SD,[-.75,.35,.55]);
const sword=SF.put((x,y,z)=>{let d=99;if(z>1){const w=2.0-.02*(z-3)-Math.max(0,(z-19.2)*.55),X=Math.abs(x);let b=smax(Math.max(X-w,Math.abs(y)+.27*X-.86),z-22.2,.12);b=smax(b,-smax(X-.34,.55-Math.abs(y),.1)-0,.1);for(const [cx,cz,r] of [[1.9,7.4,.6],[-1.8,10.6,.75],[1.75,12.2,.45],[1.6,15.6,.8],[-1.7,17.4,.45],[-1.8,6.2,.4]])b=smax(b,-(Math.abs(x-cx)*.9+Math.abs(z-cz)*.8-r*1.15),.08);d=Math.max(b,2.4-z)}
  let g=cap(x,y,z+.5*0,-3.3,0,2.9,3.3,0,2.9,.72,.72);g=Math.min(g,sph(Math.abs(x)-3.5,y,z-2.7,1),cyl(x,y,z-2.9,1.25,.8,.3));d=Math.min(d,g);d=Math.min(d,cap(x,y,z,0,0,-3.4,0,0,2.6,.62),sph(x,y,z+3.9,1.15));return d},13.5,[0,0,9]);
const fist=(x,y,z)=>{let d=99;for(let i=0;i<4;i++){const q=-1.68+i*1.12,k=1-.07*Math.abs(i-1.5);d=smin(d,cap(x,y,z,-2.0,.7,q*.45,.5,1.35*k,q,.55,.5),.12);d=smin(d,sph(x-.55,y-1.4*k,z-q,.66),.1);d=Math.min(d,cap(x,y,z,.55,1.35*k,q,1.5*k,-.1,q,.5));d=Math.min(d,sph(x-1.5*k,y+.1,z-q,.6),cap(x,y,z,1.5*k,-.1,q,.6,-1.25,q,.48),cap(x,y,z,.6,-1.25,q,-.5,-1.0,q,.45))}
  d=smin(d,ell(x+2.1,y-.7,z,.95,.85,1.15),.3);d=smin(d,cap(x,y,z,-1.9,.4,1.0,-.7,-1.0,2.0,.62,.55),.15);return Math.min(d,cap(x,y,z,-.7,-1.0,2.0,.7,-1.5,1.9,.5,.45))};
// fist frame: local z = grip, local x = away from the forearm
const fistAt=(c,grip,el,s=1)=>{const w=nrm(sub(c,el)),Z=nrm(grip),x=nrm(sub(w,Z.map(v=>v*dot(w,Z))));return frame(c,Z,cross(Z,x),s).put(fist,4)};
const fistR=fistAt(J.haR,SD,J.elR,1.12);
// ---- shield on the left forearm
const SN=nrm([.50,-.86,.10]), SHF=frame([13.2,-5.9,27.6],[.12,.17,1],SN.map(v=>-v));
const split=(x,z)=>{const j=z>0?.35*Math.sin(z*2.1)+.25*Math.sin(z*4.7+1):0;const w=clamp((z-1.8)*.36,0,1.5);return Math.max(Math.abs(x-1.9-j-.12*z)-w,1.7-z)};
const shieldW=(x,y,z)=>{const q=len2(x,z);let d=smax(Math.abs(y+1.35-.026*q*q)-.72,q-7,.2);if(y<.2){const u=((x+1.3)/2.6)%1,f=Math.abs(((x+21.3)/2.6)%1-.5);d+=.5*step(.40,.48,f)+grain(z,x*.8,Math.floor((x+21.3)/2.6))*.45}d=smax(d,-split(x,z),.12);d=smax(d,-(Math.abs(x+4.6)*.9+Math.abs(z+5.0)*.6-.9),.1);return d*.9};
const shieldR=(x,y,z)=>{const q=len2(x,z);let d=len2(smax(Math.abs(q-7.1)-.35,-9,.1),Math.max(Math.abs(y+.2)-.75,0))-.38;d=smax(d,-(split(x,z)+.15),.12);const a=Math.atan2(z,x),k=Math.round(a/.6283)*.6283;d=smin(d,len3(x-7.0*Math.cos(k),y+1.2,z-7.0*Math.sin(k))-.5,.08);d=smax(d,-(split(x,z)+.15),.12);
  let b=smax(sph(x,y+.6,z,2.5),-9,.1);b=smin(b,cyl(x,z,y+1.35,3.0,.55,.2),.15);for(let i=0;i<5;i++){const t=i*1.2566+.6;b=Math.min(b,len3(x-2.6*Math.cos(t),y+1.95,z-2.6*Math.sin(t))-.36)}b=smin(b,cap(x,y,z,0,-2.8,0,0,-3.7,0,.6,.3),.2);return Math.min(d,b)};
const SW=SHF.put(shieldW,8.4),SR=SHF.put(shieldR,8.6);
const fistL=fistAt(J.haL,[.25,.1,1],J.elL,1.08);
const grip=tube([[...add(J.haL,[.25,.1,1],-3),.6],[...J.haL,.6],[...add(J.haL,[.25,.1,1],3),.6]],{n:3});
const brace=tube([[...lerp(J.elL,J.haL,.2),1.5],[...lerp(J.elL,J.haL,.3),1.5]],{n:2});
// ---- pauldron on the sword shoulder: three lames
const PF=frame(add(J.shR,[-.2,-.2,.1]),[-.62,.05,.78],[.15,1,0]);
const pauld=PF.put((x,y,z)=>{const f=clamp((2.9-z)/1.75,0,2.999),q=f-Math.floor(f);let d=ell(x,y,z+.6,3.35,3.35,3.3)-.62*q*step(1,.93,q)-.12*Math.floor(f);d=smax(d,-z-2.2,.2);d=smax(d,-ell(x,y,z+1.4,2.3,2.3,2.6),.2);d=smin(d,smax(X0(x)-.32,ell(x,y,z+.6,3.7,3.75,3.8),.15)+(z<-1.6?9:0),.12);const a=Math.atan2(y,x),k=Math.round(a/.7854)*.7854;return smin(d*.85,len3(x-3.95*Math.cos(k),y-3.95*Math.sin(k),z+1.5)-.5,.1)},5.4);
// ---- cloth: cape, mantle, loincloth, belt
const hem=(u,s,a=1)=>a*(1.5*Math.sin(u*1.1+s)+1.1*Math.abs(Math.sin(u*2.1+s*2.3))+.6*Math.sin(u*4.3+s));
const cape=bound((x,y,z)=>{const t=clamp((37-z)/27,0,1),cx=-.8-5.4*t*t,u=x-cx,W=4.9+4.4*t-.8*t*t;const f=Math.cos(u*1.05+.5+1.1*t)*(.25+1.15*t)+.35*t*Math.cos(u*2.3+1);const Y=4.1+3.6*t*t+1.2*t-.035*u*u*(1-t)-.02*u*u*t+.3*(z>34?(z-34)*-.5:0);let d=(y-Y-f);d=(Math.abs(d)-.84)*.66;const lo=9.5+hem(u,2)+ .25*u;d=smax(d,Math.max(Math.abs(u)-W-.3*Math.sin(z*.9+(u>0?0:2)),(lo-z)*.6,z-36.9),.35);d=smax(d,-ell(u-2.6,y-9,z-15.6-.3*u,.8,6,1.7),.3);d=smax(d,-ell(u+4.2,y-9,z-19,.6,6,1.3),.3);return d},[-4,6,23],19);
const mantle=tube([[...CH(-4.6,-.6,5.6),1.15],[...CH(-2.6,-2.8,5.7),1.1],[...CH(.2,-3.5,5.1),1.05],[...CH(2.8,-2.6,5.5),1.15],[...CH(4.4,.2,5.6),1.2],[...CH(2.6,2.8,5.9),1.35],[...CH(0,3.4,5.9),1.5],[...CH(-2.8,2.8,6),1.35],[...CH(-4.6,-.6,5.6),1.15]],{n:5});
const mantleF=bound((x,y,z)=>{const q=mantle.at(x,y,z);return(q[0]-.16*Math.sin(q[1]*1.5+z*2.2)-.06*noise(x,y,z))*.85},mantle.c,mantle.R);
const brooch=frame(CH(-3.4,-3.0,5.6),[0,0,1],[.5,1,.1]).put((x,y,z)=>{let d=cyl(x,z,y,1.15,.5,.2);return smin(d,sph(x,y+.35,z,.62),.1)},1.6);
const loinF=(x,y,z)=>{const t=clamp((22-z)/13,0,1),u=x-.4-1.3*t,W=1.9+.9*t,f=.75*t*Math.cos(u*2.0+.6),Y=-2.3-2.4*t+1.5*t*t;let d=(Math.abs(y-Y-f)-.76)*.7;return smax(d,Math.max(Math.abs(u)-W,(9.6+hem(u*1.4,.6,.7)-z)*.7,z-22.4),.3)};
const loinS=(x,y,z)=>{const t=clamp((22-z)/10,0,1),u=y-1.2,Y=-4.2-1.6*t,f=.5*t*Math.cos(u*2+1);let d=(Math.abs(x-Y-f)-.72)*.7;return smax(d,Math.max(Math.abs(u)-1.9-.6*t,(13.4+hem(u*1.4,3.6,.7)-z)*.7,z-22.6),.3)};
const loinL=(x,y,z)=>{const t=clamp((22-z)/9,0,1),u=y-1.9,Y=4.1+2.2*t,f=.4*t*Math.cos(u*2+2);let d=(Math.abs(x-Y-f)-.72)*.7;return smax(d,Math.max(Math.abs(u)-1.9-.5*t,(14.6+hem(u*1.4,5.6,.7)-z)*.7,z-22.6),.3)};
const loin=bound((x,y,z)=>Math.min(loinF(x,y,z),loinS(x,y,z),loinL(x,y,z)),[0,0,16],10);
const belt=bound((x,y,z)=>{const zz=z-22+.10*x+.05*y,q=ell(x,y-.9,0,4.9,3.7,9);return smax(Math.abs(q)-.62,Math.abs(zz)-.95,.25)},[0,1,22.4],6);
const buckle=bound((x,y,z)=>{const X=x-.4,Z=z-22.05+.1*x;let d=box(X,y+3.0,Z,1.75,.75,1.55,.35);d=smax(d,-box(X,y+3.9,Z,.95,.8,.75,.2),.1);d=smin(d,cap(X,y,Z,-.4,-3.5,0,1.2,-3.5,0,.4),.1);return d},[.4,-3,22.5],2.6);
// ---- grave goods
const TF=frame([6.0,-7.4,2.6],[.16,.14,1],[-.10,1,-.14]);
const tomb=TF.put((x,y,z)=>{const o=k=>Math.min(box(x,0,z-.4,5.2-k,9,3.2,.2),len2(x*.93,z-2.6)-4.85+k);let d=smax(o(0),Math.abs(y)-1.95,.4);const inn=smax(o(.95),.6-z,.3);d=smax(d,-Math.max(inn,y+1.35),.2);
  let c=Math.min(box(x,y+1.4,z-3.7,.6,.75,2.5,.15),box(x,y+1.4,z-4.5,1.9,.75,.6,.15));d=smin(d,c,.1);const k=x-2.6+.6*Math.sin(z*1.3)+.35*z;d+=.45*step(.26,.05,Math.abs(k))*step(4.8,6,z);d=smax(d,-ell(x-5.2,y+1,z-4.6,1.5,3,1.1),.3);return d+.14*fbm(x*.6,y*.6,z*.6,3)},8.8,[0,0,2.5]);
const mound=bound((x,y,z)=>ell(x+6,y-2,z-2,8.2,7.4,2.3)+.5*noise(x*.5,y*.5,z*.5)+.3*noise(x*1.4,y*1.4,z*1.4),[-6,2,2],9);
const clods=uni([...Array(22)].map((_,i)=>{const r=rng(900+i),a=r()*6.283,q=4.6+r()*3.4;return boulder([-6+q*Math.cos(a)*1.05,2+q*Math.sin(a)*.95,2.9+r()*.7],[.7+r()*.8,.7+r()*.8,.6+r()*.6],400+i)}).filter(f=>len2(f.c[0],f.c[1])<13.4));
const planks=[[[-10.6,6.6,1.6],[-.32,.22,1],[.5,1,0],1.75,9.6],[[-6.6,9.4,1.6],[.16,.4,1],[.1,1,0],1.7,7.2],[[-11.8,1.2,1.8],[-.3,-.2,.8],[1,.25,0],1.5,5]];
const PK=planks.map(([o,Z,Y,w,h],i)=>frame(o,Z,Y).put((x,y,z)=>{const top=h+.9*Math.sin(x*2.4+i*2)+.6*Math.sin(x*5.1+i);let d=smax(Math.max(Math.abs(x)-w,Math.abs(y)-.75),Math.max((z-top)*.6,-z-2),.2);return d+grain(z,x*1.2,i+50)*1.1+.0},h+3,[0,0,h/2]));const coffin=uni(PK);
const skB=place(skull,[-8.6,-9.8,3.7],{s:2.1,yaw:-.35,pitch:.2,roll:-.3,R:1.7});
const ld=uni([tube([[1,-13.2,3.1,.9],[-1.2,-12.4,3.2,.6],[-4,-12.2,3.1,.95]]),tube([[11.4,4.6,3.2,.95],[12,7,3.4,.6],[11.6,9,3.2,.95]]),tube([[9,9.8,3,.7],[7,10.8,3.2,.5],[4.6,10.2,3,.7]])]);
const boneP=(x,y,z,n)=>{const v=fbm(x*.4,y*.4,z*.4,3),g=step(.1,.5,fbm(x*.22+3,y*.22,z*.22,3))*.5+.45*step(9,3,z);return[...mixc([.80+.1*v,.66+.1*v,.40+.08*v],[.40,.27,.12],clamp(g,0,1)*.6),0,.55]};
const rust=(m,r)=>(x,y,z,n)=>{const v=fbm(x*.45,y*.45,z*.45,4),s=noise(x*2.2,y*2.2,z*2.2);const t=clamp(r*step(-.22,.28,v+.12*s),0,1),deep=step(.12,.4,v);return[...mixc(m,mixc([.33,.135,.04],[.17,.06,.025],deep),t),.7*(1-t),.42+.35*t]};
const cloth=(a,b)=>(x,y,z,n)=>{const v=fbm(x*.3,y*.3,z*.15,3),d=step(17,9.5,z+1.5*noise(x*.8,y*.8,2));return[...mixc(a.map(q=>q*(1+.35*v)),b,d*.7),0,.85]};
const CL=cloth([.035,.13,.155],[.085,.07,.045]), LEA=(x,y,z)=>{const v=fbm(x*.6,y*.6,z*.6,3);return[.115*(1+.4*v),.06*(1+.4*v),.03,0,.6]};
const bon=uni(bones,.25),rib=uni(ribs,.22);
const shP=(x,y,z,n)=>{const [a,b,c]=SHF.loc(x,y,z),id=Math.floor((a+21.3)/2.6);const w=wood(x,y,z,n,[.21,.125,.06],id);if(b>-.45&&n&&(n[0]*SN[0]+n[1]*SN[1])<.2)return w;const q=len2(a,c),chip=step(-.12,-.04,noise(a*.7+5,c*.35,3)+.35*noise(a*2.4,c*1.1,7)+.3);const red=a<-.0;const col=red?[.34,.03,.02]:[.55,.48,.33];return[...mixc(w.slice(0,3),col.map(v=>v*(1+.3*fbm(a*.4,c*.4,2))),chip*.92),0,.65]};
/** The parts, for variants; each has the name of its form. */
export let parts;
export {J,SD,HF,SF};
export const {sdf,paint}=compose(parts=[B,{n:'mound',f:mound,k:.6,bb:[-15,-6,0,3,10,6],paint:(x,y,z,n)=>{const v=fbm(x*.5,y*.5,z*.5,3);return[.13+.06*v,.085+.04*v,.05,0,.95]}},{n:'clods',f:clods,k:.25,bb:[-15,-7,1,4,11,6],paint:(x,y,z)=>{const v=h1(Math.round(x),Math.round(y));return[.15+.05*v,.10+.03*v,.06,0,.95]}},
 {n:'tomb',f:tomb,k:.3,bb:[-1,-12,1,15,-2,13],paint:(x,y,z,n)=>stone(x,y,z,n,[.31,.315,.33],.55+.6*Math.exp(-(z-3)/2))},{n:'coffin',f:coffin,k:.2,bb:[-17,-3,0,-2,16,14],paint:(x,y,z,n)=>wood(x,y,z,n,[.17,.115,.07],which(PK,x,y,z))},{n:'skB',f:skB,k:.15,bb:[-13,-14,1,-5,-6,8],paint:boneP},{n:'ld',f:ld,k:.2,bb:[-6,-15,1,14,13,6],paint:boneP},
 {n:'spine',f:spine,k:.2,bb:[-6,-4,18,5,8,41],paint:boneP},{n:'bon',f:bon,k:.25,paint:boneP},{n:'pelvis',f:pelvis,k:.3,bb:[-6,-4,16,6,5,27],paint:boneP},{n:'rib',f:rib,k:.25,bb:[-9,-6,24,9,8,40],paint:boneP},
 {n:'cape',f:cape,k:.2,bb:[-18,-1,7,9,13,38],paint:CL},{n:'mantleF',f:mantleF,k:.2,bb:[-9,-7,33,8,8,41],paint:CL},{n:'loin',f:loin,k:.2,bb:[-9,-7,6,9,7,24],paint:cloth([.30,.035,.025],[.10,.06,.035])},{n:'belt',f:belt,k:.1,bb:[-7,-5,19,7,7,26],paint:LEA},{n:'buckle',f:buckle,k:.05,bb:[-3,-5,19,4,-1,26],paint:rust([.55,.36,.12],.3)},{n:'brooch',f:brooch,k:.1,paint:rust([.55,.36,.12],.25)},
 {n:'head',f:head,k:.15,paint:(x,y,z,n)=>{const [a,b,c]=HF.loc(x,y,z),X=Math.abs(a),p=boneP(x,y,z,n);const s=Math.max(step(.04,-.05,ell(X-.37+.12*(c+.1),b+1.0,c+.11-.1*X,.30,.52,.265))*step(-.95,-.86,b),step(.03,-.03,cap(X,b,c,.02,-1.1,-.32,.11,-1.1,-.53,.1,.13))*step(-1.0,-.92,b));const m=b>-.94&&b<.1&&X<.42&&c<-.72&&c>-1.2?1:0;const g=step(.1,.02,Math.abs(c+1.02))*step(.62,.5,X)*(b<-.6?1:0);const e=step(.16,.0,sph(X-.36,b+.63,c+.10,.135));return[...mixc(mixc(mixc(p.slice(0,3),[.03,.03,.03],Math.max(s,m*.8)),[.62,.45,.2],.5*g*(1-Math.max(s,m))),[.06,.55,.32],.75*e),0,.55,.5*e]}},{n:'eyes',f:eyes,k:.02,bias:.02,paint:(x,y,z)=>{const [a,b,c]=HF.loc(x,y,z);const q=step(.135,.05,len2(Math.abs(a)-.36,c+.10));return[.06+.3*q,.5+.5*q,.3+.4*q,0,.2,.6+.4*q,0]}},{n:'helm',f:helm,k:.03,paint:rust([.27,.27,.28],.95)},{n:'pauld',f:pauld,k:.05,paint:rust([.27,.27,.28],.85)},
 {n:'sword',f:sword,k:.05,paint:(x,y,z,n)=>{const [a,b,c]=SF.loc(x,y,z);return c<2.2&&c>-3?LEA(x,y,z):rust(c>3.6?[.55,.56,.58]:[.50,.34,.12],c>3.6?.5:.4)(x,y,z,n)}},{n:'fistR',f:fistR,k:.1,paint:boneP},
 {n:'SW',f:SW,k:.05,paint:shP},{n:'SR',f:SR,k:.05,paint:rust([.25,.25,.26],.8)},{n:'fistL',f:fistL,k:.1,paint:boneP},{n:'grip',f:grip,k:.1,paint:LEA},{n:'brace',f:brace,k:.2,paint:LEA}]);
function which(list,x,y,z){let d=99,b=0;list.forEach((f,i)=>{const v=f(x,y,z);if(v<d){d=v;b=i}});return b}
export const view={yaw:-10,pitch:7,zoom:1.06,aim:.495,bg:'#5f6166'};
