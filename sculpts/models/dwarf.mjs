// Brokk Oathshield: last of the bridge wardens; the hammer sign on his shield means "not one step". 30 mm to the eyes, 45 mm to the tip of the hammer, on a 32 mm round base.
import { boulder, smin, smax, noise, fbm, ridge, cells, cyl, cap, box, sph, rng, len2, len3, step, ell, clamp, mix } from '../kit/sdf.mjs';
import { compose, base, uni, h1, mixc, bound, tube, stone, place, skull, metal, wood, grain, scaleH, cb, line } from '../kit/forms.mjs';
export const edge=.29, bounds=[[-25,-17,-.4],[23,17,49]], stlTris=60000, viewTris=360000;
const add=(a,b,t=1)=>[a[0]+b[0]*t,a[1]+b[1]*t,a[2]+b[2]*t], sub=(a,b)=>[a[0]-b[0],a[1]-b[1],a[2]-b[2]], dot=(a,b)=>a[0]*b[0]+a[1]*b[1]+a[2]*b[2], cross=(a,b)=>[a[1]*b[2]-a[2]*b[1],a[2]*b[0]-a[0]*b[2],a[0]*b[1]-a[1]*b[0]], nrm=a=>{const l=len3(...a);return[a[0]/l,a[1]/l,a[2]/l]}, lerp=(a,b,t)=>[0,1,2].map(i=>a[i]+(b[i]-a[i])*t);
// a frame: origin o, local z along Z, local y near Y
const frame=(o,Z,Y,s=1)=>{Z=nrm(Z);const X=nrm(cross(Y,Z));Y=cross(Z,X);const loc=(x,y,z)=>{x-=o[0];y-=o[1];z-=o[2];return[(x*X[0]+y*X[1]+z*X[2])/s,(x*Y[0]+y*Y[1]+z*Y[2])/s,(x*Z[0]+y*Z[1]+z*Z[2])/s]};
  return{loc,out:(a,b,c)=>add(add(add(o,X,a*s),Y,b*s),Z,c*s),put:(f,R,c=[0,0,0])=>{const g=(x,y,z)=>{x-=o[0];y-=o[1];z-=o[2];return f((x*X[0]+y*X[1]+z*X[2])/s,(x*Y[0]+y*Y[1]+z*Y[2])/s,(x*Z[0]+y*Z[1]+z*Z[2])/s)*s};return bound(g,add(add(add(o,X,c[0]*s),Y,c[1]*s),Z,c[2]*s),R*s)}}};
const fist=(x,y,z)=>{let d=99;for(let i=0;i<4;i++){const q=-1.68+i*1.12,k=1-.07*Math.abs(i-1.5);d=smin(d,cap(x,y,z,-2.0,.7,q*.45,.5,1.35*k,q,.55,.5),.12);d=smin(d,sph(x-.55,y-1.4*k,z-q,.66),.1);d=Math.min(d,cap(x,y,z,.55,1.35*k,q,1.5*k,-.1,q,.5));d=Math.min(d,sph(x-1.5*k,y+.1,z-q,.6),cap(x,y,z,1.5*k,-.1,q,.6,-1.25,q,.48),cap(x,y,z,.6,-1.25,q,-.5,-1.0,q,.45))}
  d=smin(d,ell(x+2.1,y-.7,z,.95,.85,1.15),.3);d=smin(d,cap(x,y,z,-1.9,.4,1.0,-.7,-1.0,2.0,.62,.55),.15);return Math.min(d,cap(x,y,z,-.7,-1.0,2.0,.7,-1.5,1.9,.5,.45))};

const X0=Math.abs;
const B=base(16,'flag',41,2.5,{moss:.8});
const J={hipR:[-3.6,.6,12.6],kneR:[-7.4,-3.6,11.2],ankR:[-7.6,-2.6,6.6],hipL:[3.6,.6,12.6],kneL:[6.6,-1.4,9],ankL:[7.2,.6,4.8],shR:[-8.0,.2,25.2],elR:[-13.0,1.4,19.8],haR:[-14.6,-4.6,22.8],shL:[8.0,-.4,24.8],elL:[12,.6,18.6],haL:[11.6,-5.2,17.4]};
// ---- boots
const footF=(ank,dir,zs)=>frame([ank[0],ank[1],zs],[0,0,1],[-dir[0],-dir[1],0]);
const FR=footF(J.ankR,[-.5,-1],4.9),FL=footF(J.ankL,[.42,-1],2.9);
const boot=(x,y,z)=>{let d=cap(x,y,z,0,1.3,1.5,0,-4.2,1.2,1.9,2.1);d=smin(d,cap(x,y,z,0,.6,1.6,0,.2,4.4,2.2,2.5),.8);d=smax(d,-z,.15);let so=smax(smin(len2(x,y-1)-2.25,smin(len2(x,y+4.2)-2.5,smax(Math.abs(x)-2.2,Math.abs(y+1.6)-2.8,.2),.4),.4),Math.abs(z-.4)-.55,.15);d=Math.min(d,so);for(let i=0;i<2;i++)d=smin(d,smax(Math.abs(cap(x,y,z,0,1.3,1.5,0,-4.2,1.2,1.9,2.1))-.32,Math.abs(y+.6-i*1.9+.25*z)-.5,.15),.08);return d};
const toe=(x,y,z)=>{let d=cap(x,y,z,0,1.3,1.5,0,-4.2,1.2,2.05,2.35);d=smax(d,Math.max(y+3.1+.06*x*x,.9-z),.2);d=smin(d,smax(cap(x,y,z,0,1.3,1.5,0,-4.2,1.2,2.3,2.6),Math.max(Math.abs(y+3.2+.06*x*x)-.35,.9-z),.15),.1);return d};
const cuff=(x,y,z)=>{const q=len2(x,y-.2),a=Math.atan2(y-.2,x);return(len2(Math.max(Math.abs(q-2.2)-.5,0),Math.max(Math.abs(z-4.7)-.5,0))-.75-.32*Math.sin(a*11+z*2)-.2*noise(x*2,y*2,z*1.2))*.75};
const boots=uni([FR.put(boot,6),FL.put(boot,6)]),toes=uni([FR.put(toe,7),FL.put(toe,7)]),cuffs=uni([FR.put(cuff,4.4,[0,0,4.7]),FL.put(cuff,4.4,[0,0,4.7])]);
const legs=uni([tube([[...J.hipR,3.6],[...lerp(J.hipR,J.kneR,.5),3.5],[...J.kneR,2.9],[...J.ankR,2.4]],{n:4}),tube([[...J.hipL,3.6],[...lerp(J.hipL,J.kneL,.5),3.5],[...J.kneL,2.9],[...J.ankL,2.4]],{n:4})],.5);
const trousers=bound((x,y,z)=>{const d=legs(x,y,z);return d>2?d:(d-.28*Math.sin(z*1.7+Math.sin(x*.9+y*.7)*1.6)-.1)*.85},[0,-1,9],16);
const knee=[J.kneR,J.kneL].map((k,i)=>frame(add(k,[i?.3:-.4,-1.7,.5]),[i?.1:-.2,-.25,1],[i?-.25:.3,1,.2]).put((x,y,z)=>{let d=smax(Math.abs(ell(x,y-.6,z,2.1,1.7,2.3))-.5,y-.5,.2);d=smin(d,smax(ell(x,y-.5,z,.5,2.15,2.4),y-.2,.2),.15);d=smin(d,sph(x,y+1.3,z,.6),.3);return d},3.4));
const knees=uni(knee);
// ---- scale skirt: plates hang from the belt, open at the front
const skF=(x,y,z)=>{const t=clamp((16-z)/8,0,1.1);const a=6.6+2.9*t,b=5.0+2.5*t;const k=len3(x/a,(y-.4)/b,0);return[(k-1)*Math.min(a,b)*.95,Math.atan2(x,-(y-.4)),t]};
const skirt=bound((x,y,z)=>{let [d,a,t]=skF(x,y,z);if(d<2.4)d-=.85*scaleH(a/6.2832*17,z*.43+.35);return smax(d*.82,Math.max(z-16.4,7.4+.35*Math.cos(a*17)+.9*Math.cos(a*2)-z),.3)},[0,0,12],12);
const tabard=bound((x,y,z)=>{const t=clamp((16-z)/12,0,1),W=2.5+.7*t,f=.5*t*Math.cos(x*1.5+.8);const Y=-6.0-3.0*t+1.6*t*t;let d=(Math.abs(y-Y-f)-.7)*.75;const lo=5+.32*Math.abs(x)*-1+1.2;return smax(d,Math.max(Math.abs(x)-W,lo-z,z-16.4),.3)},[0,-6,10.6],7.6);
// ---- body
const torso=bound((x,y,z)=>{let d=ell(x,y-.3,z-21.2,7.7,5.7,7.2);d=smin(d,ell(x,y-.4,z-15.6,6.2,4.7,3.4),1.5);d=smin(d,cap(Math.abs(x),y,z,3,.4,25.2,7.4,0,24.8,3.2,2.8),1.2);if(d<1.2){const u=Math.atan2(x,-y)*9,r=Math.floor(z/.82),o=(r&1)*.5;d-=.24*Math.abs(Math.sin((u*.62+o)*3.1416))*Math.abs(Math.sin(z/.82*3.1416))}return d*.85},[0,.3,20.5],10.5);
const cui=bound((x,y,z)=>{const X=Math.abs(x);let d=ell(x,y-.3,z-21.4,7.95,6.3,7.3);d=smax(d,Math.max(z-26.4+.12*X,17.4+.22*X*.3-z),.3);d=smin(d,smax(ell(x,y-.3,z-21.4,8.25,6.65,7.5),Math.abs(z-17.8)-.6,.2),.12);d+=.4*step(.3,.1,Math.abs(X-2.9-.22*(z-21)));return smax(d,X-6.6,.3)},[0,.3,21.4],9.5);
const belt=bound((x,y,z)=>{const q=ell(x,y-.3,0,6.9,5.5,13);return smax(Math.abs(q)-.75,Math.abs(z-15.9)-1.35,.3)},[0,0,15.9],8.4);
const buckle=bound((x,y,z)=>{let d=smax(cb(x,y+5.6,z-15.9,2.7,.9,2.1,.9),-9,.1);d=smax(d,-cb(x,y+6.7,z-15.9,1.7,.7,1.15,.5),.12);d=smin(d,cb(x,y+6.1,z-15.9,.62,.7,.62,.3),.12);for(const s of [-1,1])d=Math.min(d,sph(Math.abs(x)-2.15,y+6.4,z-15.9,.42));return d},[0,-5.6,15.9],3.6);
const pouch=frame([5.2,-3.6,13.6],[.1,-.1,1],[-.7,.7,0]).put((x,y,z)=>{let d=box(x,y,z,1.7,1.2,1.7,.6);d=smin(d,smax(box(x,y,z-.6,1.85,1.38,1.25,.5),-(z+.35-.25*Math.abs(x)),.15),.05);return smin(d,sph(x,y+1.35,z+.1,.42),.05)},3);
// ---- arms
const sleeve=uni([tube([[...J.shR,3.1],[...lerp(J.shR,J.elR,.5),2.8],[...J.elR,2.5],[...lerp(J.elR,J.haR,.4),2.2]],{n:4}),tube([[...J.shL,3.1],[...lerp(J.shL,J.elL,.5),2.8],[...J.elL,2.5],[...lerp(J.elL,J.haL,.4),2.2]],{n:4})],.3);
const sleeveF=bound((x,y,z)=>{const d=sleeve(x,y,z);return d>1.5?d:(d-.22*Math.sin(z*2.1+x*.6))*.88},[0,-1,22],18);
const wrap=(a,b)=>{const L=len3(...sub(b,a));return frame(a,sub(b,a),[.1,.9,.4]).put((x,y,z)=>{const q=len2(x,y),t=clamp(z/L,0,1);let d=q-2.55+.55*t;d-=.0;const o=smax(d,Math.max(.32*L-z,z-.86*L),.2);let e=99;for(const k of [.35,.83])e=Math.min(e,smax(q-3.0+.55*k,Math.abs(z-k*L)-.45,.18));const a8=Math.atan2(y,x),g=Math.round(a8/1.0472)*1.0472;e=smin(e,smax(Math.abs(q*Math.sin(a8-g))-.28,smax(q-2.85+.55*t,Math.max(.33*L-z,z-.85*L),.1),.1),.1);return Math.min(o,e)},L*.6,[0,0,L*.6])};
const bracer=uni([wrap(J.elR,J.haR),wrap(J.elL,J.haL)]);
const HD=nrm([-.15,-.05,1]),HF=frame(J.haR,HD,[.62,-.78,.1]);
const fistAt=(c,g,el,s)=>{const w=nrm(sub(c,el)),Z=nrm(g),x=nrm(sub(w,Z.map(v=>v*dot(w,Z))));return frame(c,Z,cross(Z,x),s).put(fist,4)};
const fat=(f,k)=>bound((x,y,z)=>f(x,y,z)-k,f.c,f.R+k);
const fists=uni([fat(fistAt(J.haR,HD,J.elR,1.38),.06),fat(fistAt(J.haL,[.25,.15,1],J.elL,1.3),.06)]);
const gripL=tube([[...add(J.haL,[.25,.15,1],-3.4),.7],[...J.haL,.7],[...add(J.haL,[.25,.15,1],3.4),.7]],{n:2});
// pauldrons: three lames and a gold rim
const pau=(x,y,z)=>{const f=clamp((2.9-z)/1.8,0,2.999),q=f-Math.floor(f);let d=ell(x,y,z+.5,3.55,3.6,3.4)-.62*q*step(1,.93,q)-.1*Math.floor(f);d=smax(d,-z-2.7,.2);return smax(d,-ell(x,y,z+1.6,2.3,2.3,2.4),.2)*.85};
const pauR=(x,y,z)=>{const q=len2(x,y);let d=len2(Math.max(X0(q-4.0)-.15,0),Math.max(X0(z+2.4)-.25,0))-.42;const a=Math.atan2(y,x),k=Math.round(a/.6283)*.6283;d=Math.min(d,len3(x-4.3*Math.cos(k),y-4.3*Math.sin(k),z+1.25)-.46);return smin(d,smax(len2(x,y)-1.3,X0(z-3.0)-.5,.25),.1)};
const PFR=frame(add(J.shR,[-.9,-.3,.4]),[-.6,-.1,.8],[.2,1,0]),PFL=frame(add(J.shL,[.9,-.3,.4]),[.6,-.1,.8],[-.2,1,0]);
const pauld=uni([PFR.put(pau,5.4),PFL.put(pau,5.4)]),pauldR=uni([PFR.put(pauR,5.6),PFL.put(pauR,5.6)]);
// ---- head (mm, local: face to -y)
const HE=frame([-.2,-2.2,30.2],[-.05,-.08,1],[.27,1,.06]);
const X_=Math.abs;
const face=HE.put((x,y,z)=>{const X=X_(x);let d=ell(x,y-.2,z-.6,4.3,4.6,4.9);d=smin(d,ell(x,y+1,z+2.4,3.7,3.6,2.8),1);d=smax(d,-ell(X-1.8,y+4.9,z-.35,1.25,1.3,.85),.5);
  d=smin(d,cap(X,y,z,.5,-4.35,1.45,3.2,-3.5,1.7,.8,.75),.5);d=smin(d,ell(X-2.7,y+3.5,z+1.0,1.5,1.35,1.15),.6);d=smin(d,cap(x,y,z,0,-4.3,1,0,-6.1,-1.0,.75,1.25),.4);d=smin(d,sph(X-1.0,y+5.35,z+1.15,.82),.35);
  d=smin(d,cap(X,y,z,.95,-4.55,-.05,2.6,-4.05,-.25,.32,.3),.25);d=smin(d,ell(X-4.5,y-.6,z-.1,.8,1.2,1.5),.3);d=smin(d,cap(x,y,z,-.7,-4.6,-3.3,.7,-4.6,-3.3,.5),.2);return d},6.6);
const eyes=HE.put((x,y,z)=>{const X=X_(x);return sph(X-1.78,y+4.0,z-.40,.98)},5);
const lids=HE.put((x,y,z)=>{const X=X_(x);return smax(sph(X-1.78,y+4.0,z-.40,1.22),.34-(z-.40)+.36*(X-1.78),.08)},5.4);
const hairT=[];const H_=(p)=>[...HE.out(p[0],p[1],p[2]),p[3]];
for(const s of [-1,1]){hairT.push(tube([[s*.75,-5.3,1.15,.55],[s*2.3,-5.2,1.75,.78],[s*3.9,-4.5,2.3,.62],[s*5.2,-4.1,3.3,.22]].map(H_)),tube([[s*.5,-5.5,-2.2,1.05],[s*2.1,-6.4,-2.9,1.3],[s*3.9,-6.2,-4.3,1.05],[s*5.3,-5.8,-4.6,.75],[s*6.2,-5.7,-3.4,.28]].map(H_)),tube([[s*.4,-5.9,-2.6,.8],[s*1.5,-6.8,-3.9,.9],[s*2.7,-6.9,-5.7,.65],[s*3.7,-6.7,-6.6,.22]].map(H_)))}
const hair=uni(hairT,.25),hairF=bound((x,y,z)=>{const d=hair(x,y,z);return d>1?d:(d+.16*Math.sin(x*3.2+z*2.2))*.85},[-.2,-7,27],9);
// beard: locks fan from the jaw, one thick plait in the middle, two at the sides
const bdT=[];for(let i=0;i<9;i++){const u=(i-4)/4,a=Math.abs(u);bdT.push(tube([[u*4.0,-2.2-1.9*(1-a*a),-2.0+1.2*a*a,1.15],[u*4.3,-3.8-1.5*(1-a*a),-5.0,1.3],[u*3.8+.3*Math.sin(i*2.1),-5.4-.9*(1-a),-8.2+.9*a,1.1],[u*3.3+.4*Math.sin(i*3.1),-5.9-.5*(1-a),-11.0+2.6*a,.3]].map(H_),{n:4}))}
const bd=uni(bdT,.3),beard=bound((x,y,z)=>{const d=bd(x,y,z);if(d>1)return d;const [a,b,c]=HE.loc(x,y,z);return(d+.17*Math.sin(a*4.2+.8*Math.sin(c*.9)+.5*Math.sin(c*.33)))*.82},[-.2,-7,24],9.5);
// a plait: three strands that cross
const plait=(P,r,turn,amp)=>{const c=tube(P,{n:5}).pts,T=c.at(-1)[4],out=[];for(let k=0;k<3;k++){const N=Math.max(14,Math.round(T*2)),q=[];for(let i=0;i<=N;i++){const s=T*i/N;let j=0;while(j<c.length-2&&c[j+1][4]<s)j++;const f=clamp((s-c[j][4])/(c[j+1][4]-c[j][4]||1),0,1),p=lerp(c[j],c[j+1],f),ph=s*turn+k*2.0944,R=(c[j][3]+(c[j+1][3]-c[j][3])*f);q.push([p[0]+Math.sin(ph)*amp*R,p[1]+Math.sin(2*ph)*amp*R*.45,p[2],r*R])}out.push(tube(q,{n:2}))}return out};
const pl=[...plait([[...HE.out(0,-6.4,-6.0),1.2],[...HE.out(0,-7.0,-8.2),1.2],[...HE.out(.1,-7.1,-10.2),1.1],[...HE.out(.15,-6.9,-12),.95]],.68,1.3,.85)];for(const s of [-1,1])pl.push(...plait([[...HE.out(s*4.0,-3.0,-3.6),.8],[...HE.out(s*4.7,-4.9,-7),.8],[...HE.out(s*4.4,-5.6,-10.4),.7],[...HE.out(s*4.0,-5.7,-12.6),.6]],.68,1.55,.85));
const plaits=uni(pl,.06);
const rings=uni([[0,-6.9,-7.4,1.85,1],[.15,-6.9,-11.9,1.45,.9],[4.2,-5.6,-11.6,1.05,.8],[-4.2,-5.6,-11.6,1.05,.8]].map(([a,b,c,r,h])=>{const F=frame(HE.out(a,b,c),[-.0,.16,-1],[0,1,0]);return F.put((x,y,z)=>{const q=len2(x,y*1.15);let d=smax(q-r-.28,Math.abs(z)-h*.8,.2);d=smin(d,smax(q-r-.5,Math.abs(Math.abs(z)-h*.62)-.25,.12),.1);return d*.9},r+1.4)}));
const tufts=uni([[.2,-6.8,-12.6,.9,2.0],[4.0,-5.7,-12.4,.72,1.9],[-4.0,-5.7,-12.4,.72,1.9]].map(([a,b,c,r,l])=>tube([[...HE.out(a,b,c),r*.8],[...HE.out(a,b-.1,c-l*.45),r*1.15],[...HE.out(a,b+.1,c-l),.2]],{n:3})));
// ---- winged half helm
const helm=HE.put((x,y,z)=>{const lim=2.0-.10*y*0+.35*step(-1,-5,y)-1.8*step(0,4,y);let d=ell(x,y-.2,z-1.5,4.95,5.3,5.2);d=smax(d,lim-z,.2);d=smin(d,smax(ell(x,y-.2,z-1.5,5.1,5.5,5.4),Math.max(Math.abs(x)-3.3-.0*z,Math.abs(Math.abs(x)-2.9)-.22,lim-z),.1),.1);return d},7,[0,0,3]);
const trim=HE.put((x,y,z)=>{const X=X_(x),lim=2.0+.35*step(-1,-5,y)-1.8*step(0,4,y);let d=smax(ell(x,y-.2,z-1.5,5.5,5.85,7),Math.abs(z-lim-.45)-.62,.2);d=smin(d,smax(ell(x,y-.2,z-1.5,5.5,6.0,6.0),Math.max(X-.75,lim-z),.2),.15);const a=Math.atan2(x,y-.2),k=Math.round(a/.5236)*.5236;d=smin(d,len3(x-5.5*Math.sin(k),y-.2-5.8*Math.cos(k),z-lim-.45)-.42,.08);
  d=smin(d,box(x,y+5.35,z-1.3,.62,.65,1.5,.3),.2);d=smin(d,cyl(z-3.3,y-.3,X-5.0,1.55,.75,.3),.15);d=smin(d,sph(X-5.8,y-.3,z-3.3,.75),.15);return d},7.4,[0,0,3]);
const wing=HE.put((x,y,z)=>{const X=X_(x);let d=99;const Fz=[[4.9,1.2,5.0,7.7,4.4,13.6,1.15],[5.0,1.6,4.6,9.2,5.4,11.6,1.1],[5.0,1.6,4.0,10.0,6.0,9.2,1.05],[5.0,1.4,3.4,9.8,6.0,6.8,.95]];for(let i=0;i<4;i++){const [a,b,c,p,q,r,w]=Fz[i],t=clamp(((X-a)*(p-a)+(y-b)*(q-b)+(z-c)*(r-c))/((p-a)**2+(q-b)**2+(r-c)**2),0,1);const dx=X-a-(p-a)*t,dy=y-b-(q-b)*t,dz=z-c-(r-c)*t;const nx=.72,ny=-.68,h=Math.abs(dx*nx+dy*ny-.12*i+.0),l=Math.sqrt(Math.max(0,dx*dx+dy*dy+dz*dz-(dx*nx+dy*ny)**2));const W=w*(.75+.55*Math.sin(t*2.5))*(t>.85?Math.sqrt(Math.max(0,1-((t-.85)/.15)**2))*.75+.25:1);let f=smax(l-W,h-.55+.12*step(.25,.05,l)*0,.25);f+=.16*step(.22,.06,l);d=smin(d,f,.06)}return d*.85},11.5,[0,3,7]);
// ---- hammer
const hamF=frame(add(J.haR,HD,16.2),HD,[.80,-.60,.1]);
const haft=HF.put((x,y,z)=>{const q=len2(x,y);let d=smax(q-.98-.10*Math.sin(z*3.4)*step(6,5,Math.abs(z)),Math.max(z-16,-z-10.5),.2);d=smin(d,cyl(x,y,z-11.6,1.45,.6,.25),.2);d=Math.min(d,smax(q-1.5,Math.abs(z+10.6)-.6,.3));return d},14,[0,0,2.6]);
const hamH=hamF.put((x,y,z)=>{const Y=X_(y);let d=cb(x,y,z,2.75,3.9,2.75,.7);let e=cb(x,Y-4.9,z,3.4,1.35,3.4,.9);d=Math.min(d,e);d=smax(d,-smax(cb(x,Y-6.4,z,2.1,.55,2.1,.5),-9,.1),.15);d=smin(d,cyl(x,y,z+3.1,1.8,.9,.3),.2);return d+.05*noise(x*1.4,y*1.4,z*1.4)},8.6);
const hamG=hamF.put((x,y,z)=>{const Y=X_(y);let d=cb(x,y,z,3.2,.85,3.2,.75);d=Math.min(d,cb(x,Y-3.2,z,3.0,.32,3.0,.7));d=smin(d,cyl(x,y,z-3.2,1.3,.6,.25),.1);d=smin(d,smax((X_(x)+X_(y))*.75+(z-3.5)*.35-.95,3-z,.1),.15);return d},7);
// ---- shield: an oathstone shape with a rune
const SN=nrm([.40,-.90,.10]),SF=frame([13.2,-7.2,17.6],[.10,.10,1],SN.map(v=>-v));
const sh2=(x,z,k=0)=>{const X=X_(x);return smax(smax(X-6.6+k,z-8.6+k,.3),smax((X*.62+z-10.3)*.85+k,Math.max((X*.95-z-11.6)*.725+k,-z-10.6+k),.3),.3)};
const cur=(x)=>.020*x*x;
const shield=SF.put((x,y,z)=>{let d=smax(X_(y-cur(x))-.85,sh2(x,z),.2);if(y<cur(x)){const p=X_(((x+30)/2.2)%1-.5);d+=.22*step(.42,.49,p)}return d*.92},12);
const shieldR=SF.put((x,y,z)=>{let d=smax(X_(y-cur(x)+.15)-1.25,X_(sh2(x,z)+.75)-.8,.3);const X=X_(x);for(const [a,b] of [[5.8,7.2],[5.8,2.4],[5.8,-2.4],[3.4,-7.2],[0,-9.6],[2.4,7.8]])d=smin(d,len3(X-a,y-cur(x)+1.35,z-b)-.52,.08);return d*.92},12);
const rune2=(x,z)=>{const X=Math.abs(x);const sg=(a,b,c,e)=>{const px=X-a,pz=z-b,vx=c-a,vz=e-b,t=clamp((px*vx+pz*vz)/(vx*vx+vz*vz),0,1);return len2(px-vx*t,pz-vz*t)};const hx=Math.max(X-4.1,Math.abs(z-4.1)-1.75,(X+Math.abs(z-4.1)-5.0)*.7)+.72;return Math.min(hx,sg(0,-4.2,0,3)-.1,sg(0,-6.9,0,-6.6)-.5,sg(2.5,-1.6,3.6,-2.9),sg(3.6,-2.9,2.5,-4.4),sg(2.5,-1.6,1.9,-2.4)+9)};
const rune=SF.put((x,y,z)=>smax(rune2(x,z)-.72,X_(y-cur(x)+.9)-.72,.22)*.92,9);
// ---- cape
const cape=bound((x,y,z)=>{const t=clamp((26-z)/20,0,1),W=7.0+2.6*t,f=Math.cos(x*.95+.4+.8*t)*(.2+1.0*t);const Y=4.6+3.4*t-.03*x*x*(1-.6*t);let d=(X_(y-Y-f)-.7)*.7;return smax(d,Math.max(X_(x+.8*t)-W,(4.6+.5*Math.sin(x*1.3)-z)*.8,z-27),.35)},[0,6,16],15);
const fur=tube([[-5.2,-2.2,26.2,1.3],[-5.8,1.6,27.4,1.8],[-2.6,4.6,27.8,2],[2.6,4.6,27.8,2],[5.8,1.6,27.4,1.8],[5.2,-2.2,26.2,1.3]],{n:5});
const furF=bound((x,y,z)=>{const q=fur.at(x,y,z);if(q[0]>1.6)return q[0]-.5;return(q[0]-.45*ridge(x*.55,y*.55,z*.38,2)+.2-.25*Math.sin(q[1]*3.4+Math.sin(z*2.2)*1.4))*.68},fur.c,fur.R+.5);
// ---- base: a broken step, ore, a goblin's helm
const rock=uni([boulder([-7.8,-4,2.6],[5.4,5.6,2.75],71,{cut:.72,planes:14,round:.05}),boulder([-12.2,1.6,2.6],[2.6,3,2.6],72),boulder([-11.4,-7.4,2.4],[2.2,2,1.6],73),boulder([11,8,2.6],[3,2.6,2.2],74),boulder([-4,10.6,2.6],[3.4,2.4,1.9],75)],.15);
const gobF=frame([2.2,-12.0,3.7],[.5,-.25,1],[-.4,1,.1],.86);
const gob=gobF.put((x,y,z)=>{let d=smax(Math.abs(ell(x,y,z,2.6,2.9,2.7))-.5,-z-.4,.15);d=smin(d,smax(ell(x,y,z,3.2,3.6,6),X_(z+.15)-.4,.2),.15);d=smin(d,tubeS(x,y,z),.15);d=smin(d,smax(X_(x)-.4,ell(x,y,z,3.4,3.6,3.5),.1)+(z<0?9:0),.1);d=smax(d,-smax(X_(x*.8+y*.5+.9)-.35,1.0-z,.1),.05);return d},5.2);
function tubeS(x,y,z){const X=X_(x);return Math.min(cap(X,y,z,2.4,0,.9,4.0,-.2,1.6,.75,.55),cap(X,y,z,4.0,-.2,1.6,4.5,-.2,3.2,.55,.15))}
const gems=uni([[-13.4,-2.4,3.6,-.6,-.4,1],[-12.6,-3.8,3.4,-.3,-.8,.8]].map(([x,y,z,a,b,c])=>bound((X,Y,Z)=>{const q=cap(X,Y,Z,x,y,z-1,x+a*1.4,y+b*1.4,z+c*1.8,.9,.15);return q},[x,y,z],3.4)));
// ---- paint
const met=(m,w=.2)=>(x,y,z,n)=>{const v=fbm(x*.5,y*.5,z*.5,3),s=step(.2,.5,v)*w;return[...mixc(m.map(q=>q*(1+.25*v)),[.20,.12,.06],s),.72*(1-s),.36+.2*s]};
const ST=met([.40,.42,.46],.25),GD=met([.80,.50,.12],.1),LEA=(x,y,z)=>{const v=fbm(x*.6,y*.6,z*.6,3);return[.14*(1+.4*v),.075*(1+.4*v),.038,0,.58]};
const HAIR=(x,y,z,n)=>{const v=fbm(x*1.1,y*1.1,z*.35,3);return[.50*(1+.35*v),.17*(1+.4*v),.03,0,.6]},SKIN=(x,y,z,n)=>{const [a,b,c]=HE.loc(x,y,z);const r=Math.exp(-(a*a+(b+6.2)**2+(c+1.1)**2)/2.6)+.5*Math.exp(-((X_(a)-2.9)**2+(c+1.2)**2)/1.6)*(b<0?1:0);return[...mixc([.62,.33,.215],[.62,.19,.13],clamp(r,0,1)*.75),0,.52]};
const BLU=(x,y,z,n)=>{const v=fbm(x*.3,y*.3,z*.2,3);return[.025*(1+.4*v),.075*(1+.4*v),.24*(1+.35*v),0,.8]},FUR=(x,y,z)=>{const v=fbm(x*.8,y*.8,z*.5,3);return[.30*(1+.5*v),.24*(1+.5*v),.17*(1+.5*v),0,.9]};
/** The parts, for variants; each has the name of its form. */
export let parts;
export {J,HD,HE,HF};
export const {sdf,paint}=compose(parts=[B,{n:'rock',f:rock,k:.25,bb:[-16,-11,0,15,14,7],paint:(x,y,z,n)=>stone(x,y,z,n,[.30,.295,.29],.35)},{n:'gems',f:gems,k:.1,paint:()=>[.75,.45,.08,.7,.25]},{n:'gob',f:gob,k:.15,bb:[-4,-17,1,9,-6,10],paint:(x,y,z,n)=>{const v=step(-.2,.25,fbm(x*.5,y*.5,z*.5,3));return[...mixc([.11,.115,.12],[.20,.085,.03],v*.6),.75*(1-.6*v),.5]}},
 {n:'trousers',f:trousers,k:.2,bb:[-12,-8,3,12,6,17],paint:(x,y,z)=>{const v=fbm(x*.4,y*.4,z*.4,3);return[.085*(1+.4*v),.07*(1+.4*v),.06,0,.85]}},{n:'boots',f:boots,k:.15,bb:[-14,-12,1,14,7,12],paint:LEA},{n:'toes',f:toes,k:.05,paint:ST},{n:'cuffs',f:cuffs,k:.1,paint:FUR},{n:'knees',f:knees,k:.1,paint:ST},
 {n:'torso',f:torso,k:.2,bb:[-12,-7,11,12,8,30],paint:met([.22,.225,.24],.3)},{n:'cui',f:cui,k:.05,bb:[-9,-8,13,9,8,29],paint:(x,y,z,n)=>z<18.5?GD(x,y,z,n):ST(x,y,z,n)},{n:'skirt',f:skirt,k:.15,bb:[-12,-10,5,12,10,17],paint:(x,y,z,n)=>met([.36,.37,.40],.3)(x,y,z,n)},{n:'tabard',f:tabard,k:.1,bb:[-5,-11,3,5,-2,17],paint:(x,y,z,n)=>z<6.3+1.1-.32*X_(x)+.0||X_(x)>2.3+.6*clamp((16-z)/12,0,1)-.35?[.72,.47,.13,.6,.4]:BLU(x,y,z,n)},
 {n:'cape',f:cape,k:.2,bb:[-12,1,3,12,13,28],paint:(x,y,z,n)=>z<6.2+.5*Math.sin(x*1.3)?[.72,.47,.13,.6,.4]:BLU(x,y,z,n)},{n:'belt',f:belt,k:.05,paint:LEA},{n:'buckle',f:buckle,k:.05,paint:GD},{n:'pouch',f:pouch,k:.1,paint:(x,y,z)=>{const v=fbm(x*.6,y*.6,z*.6);return[.22*(1+.4*v),.12*(1+.4*v),.055,0,.6]}},
 {n:'sleeveF',f:sleeveF,k:.2,bb:[-18,-7,14,16,5,29],paint:BLU},{n:'bracer',f:bracer,k:.05,paint:LEA},{n:'fists',f:fists,k:.15,paint:(x,y,z)=>{const v=fbm(x*.6,y*.6,z*.6);return[.60+.06*v,.32+.05*v,.21,0,.55]}},{n:'gripL',f:gripL,k:.1,paint:LEA},{n:'furF',f:furF,k:.2,bb:[-9,-5,23,9,8,31],paint:FUR},{n:'pauld',f:pauld,k:.05,paint:ST},{n:'pauldR',f:pauldR,k:.05,paint:GD},
 {n:'face',f:face,k:.2,paint:SKIN},{n:'eyes',f:eyes,bias:.04,paint:(x,y,z)=>{const [a,b,c]=HE.loc(x,y,z);const q=len2(a-1.78*Math.sign(a)+.1,c-.30);return q<.42&&b<-4?[.01,.02,.04,0,.1,0,0]:[.85,.82,.75,0,.2,0,0]}},{n:'lids',f:lids,k:.1,paint:SKIN},{n:'beard',f:beard,k:.15,paint:HAIR},{n:'plaits',f:plaits,k:.1,paint:HAIR},{n:'tufts',f:tufts,k:.1,paint:HAIR},{n:'hairF',f:hairF,k:.1,paint:HAIR},{n:'rings',f:rings,k:.03,paint:GD},
 {n:'helm',f:helm,k:.05,paint:ST},{n:'trim',f:trim,k:.03,paint:GD},{n:'wing',f:wing,k:.1,paint:(x,y,z,n)=>met([.86,.62,.22],.05)(x,y,z,n)},
 {n:'haft',f:haft,k:.05,paint:(x,y,z,n)=>{const [a,b,c]=HF.loc(x,y,z);return c>10.8||c<-9.9?GD(x,y,z,n):X_(c)<6?LEA(x,y,z):wood(x,y,z,n,[.22,.12,.05],3)}},{n:'hamH',f:hamH,k:.05,paint:met([.30,.32,.36],.2)},{n:'hamG',f:hamG,k:.03,paint:GD},
 {n:'shield',f:shield,k:.05,paint:(x,y,z,n)=>{const [a,b,c]=SF.loc(x,y,z);if(b>cur(a))return wood(x,y,z,n,[.2,.12,.055],1);const ch=step(.25,.34,noise(a*.8,c*.5,3)+.3*noise(a*2,c*2,4));return[...mixc(BLU(x,y,z,n).slice(0,3),[.2,.12,.06],ch*.8),0,.5]}},{n:'shieldR',f:shieldR,k:.04,paint:ST},{n:'rune',f:rune,k:.05,paint:GD}]);
export const view={yaw:6,pitch:8,zoom:1.02,aim:.49,bg:'#6a5e52'};
