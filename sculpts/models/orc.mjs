// Orc reaver: the knight would not give up the bridge, so now his helm is a footstool. 48 mm tall to the topknot, eyes at 34 mm.
import { smin, smax, noise, fbm, ridge, cells, cyl, cap, box, sph, len2, len3, step, clamp, boulder, rng, ell, rot, mix } from '../kit/sdf.mjs';
import { compose as compose0, base, uni as uni0, h1, mixc, bound, tube, place, metal, STEEL, IRON, BRASS, GOLD, BONE, skull, wood, bonePaint, stone, scaleH } from '../kit/forms.mjs';
export const edge=.3, bounds=[[-24,-19,-.4],[20,19,55]];
// every part gets a box, so that most of them cost nothing at most points
const bbOf=f=>f.bb??(f.c?[f.c[0]-f.R,f.c[1]-f.R,f.c[2]-f.R,f.c[0]+f.R,f.c[1]+f.R,f.c[2]+f.R]:null);
const uni=(l,k)=>{const g=uni0(l,k),b=l.map(bbOf);if(b.every(q=>q))g.bb=[0,1,2,3,4,5].map(i=>Math[i<3?'min':'max'](...b.map(q=>q[i]))+(i<3?-.2:.2));return g};
const compose=ps=>compose0(ps.map(p=>({...p,bb:p.bb??bbOf(p.f)})));
const sub=(a,b)=>[a[0]-b[0],a[1]-b[1],a[2]-b[2]],nrm=a=>{const l=len3(...a);return a.map(v=>v/l)},crs=(a,b)=>[a[1]*b[2]-a[2]*b[1],a[2]*b[0]-a[0]*b[2],a[0]*b[1]-a[1]*b[0]],at=(a,b,t)=>[0,1,2].map(i=>a[i]+(b[i]-a[i])*t),tri=u=>Math.abs(((u%1)+1)%1-.5)*2;
// a local frame: z along Z, x close to X
const frame=(f,o,Z,X,R,s=1)=>{const c=nrm(Z),b=nrm(crs(c,X)),a=crs(b,c);const L=(x,y,z)=>{x=(x-o[0])/s;y=(y-o[1])/s;z=(z-o[2])/s;return[a[0]*x+a[1]*y+a[2]*z,b[0]*x+b[1]*y+b[2]*z,c[0]*x+c[1]*y+c[2]*z]};const g=bound((x,y,z)=>{const q=L(x,y,z);return f(q[0],q[1],q[2])*s},o,R*s);g.local=L;return g};
const B=base(16.5,'earth',63,2.5,{grass:.5});
// ---- legs: weight on the right, left foot on the helm
const hipL=[4,1,17.4],knL=[8.8,-6.6,16.2],anL=[7.6,-4.4,9],hipR=[-4,2,17.2],knR=[-8.2,-.6,11.4],anR=[-7.8,3,5.4];
const thigh=(h,k)=>tube([[...h,4.3],[h[0]*.5+k[0]*.5,h[1]*.5+k[1]*.5,h[2]*.5+k[2]*.5+.3,3.8],[...k,2.6]]);
const calf=(k,a)=>tube([[...k,2.6],[k[0]*.6+a[0]*.4,k[1]*.6+a[1]*.4+.8,k[2]*.6+a[2]*.4,2.7],[...a,2]]);
const legs=uni([thigh(hipL,knL),thigh(hipR,knR),calf(knL,anL),calf(knR,anR)],.8);
const legsF=(x,y,z)=>{let d=legs(x,y,z);if(d<1)d-=.16*Math.sin(z*1.5+x*.8+1.5*Math.sin(y*.7))*step(18,15,z);return d*.92};
const boot=(o,dir)=>frame((x,y,z)=>{let d=smin(ell(x,y+1.6,z-1.4,2.5,4.3,2.2),ell(x,y-1.2,z-2.2,2.15,2.3,2.9),.8);d=smax(d,-z-.1,.3);d=Math.min(d,smax(smin(ell(x,y+1.7,0,2.75,4.6,9),ell(x,y-1.2,0,2.3,2.5,9),.8),Math.abs(z-.25)-.5,.2));return d},o,[0,0,1],[Math.cos(dir),Math.sin(dir),0],6.5);
const bL=boot([7.7,-5.5,8.0],.25),bR=boot([-8,2.2,2.8],-.5),boots=uni([bL,bR]);
const toe=(o,dir)=>frame((x,y,z)=>{let d=smax(ell(x,y+1.7,z-1.4,2.85,4.6,2.5),Math.max(y+3.3,-z+.1),.25);return smax(d,-(y+7),.2)},o,[0,0,1],[Math.cos(dir),Math.sin(dir),0],6.5);
const toes=uni([toe([-8,2.2,2.8],-.5)]);
const cuff=(a,k,t)=>frame((x,y,z)=>{const q=len2(x,y),an=Math.atan2(y,x);return(smax(q-2.9-.12*z,Math.abs(z)-1.5,.7)-.75*scaleH(an*1.75,z*.55+3))*.75},at(a,k,t),sub(k,a),[1,0,0],5);
const cuffs=uni([cuff(anL,knL,.42),cuff(anR,knR,.5)]);
const knee=(k,a,dx)=>frame((x,y,z)=>{let d=ell(x,y+.5,z,2.5,2.5,2.8);d=smax(d,y+.9,.3);return Math.min(d,smax(ell(x,y+.5,z,2.9,2.8,3.1),Math.max(y+.7,Math.abs(z)-.55),.25),cap(x,y,z,0,-2.6,0,0,-4.6,.5,.9,.2))},k,sub(k,a),[1,dx,0],6);
const knees=uni([knee(knL,anL,.2)]);
// ---- torso
const torso=(x,y,z)=>{let d=ell(x,y-1.6,z-18,6.2,5,3.6);if(d>18)return d-10;d=smin(d,ell(x,y-.4,z-22,6.3,5.5,4.4),1.6);d=smin(d,ell(x,y-.9,z-27.4,8.6,5.4,5),2);d=smin(d,ell(Math.abs(x)-4,y+3.2,z-27.8,4,2.7,3),.9);d=smin(d,ell(Math.abs(x)-4.6,y-.6,z-31,4.4,3.6,2.6),1.6);if(d<1.6){d+=.5*Math.exp(-(x*x)*3)*step(-1,-3,y)*step(19,21,z);for(const q of [21.2,23.4])d+=.35*Math.exp(-(((z-q-.05*x*x)*2.2)**2))*step(-2,-3.5,y)*step(4.6,3,Math.abs(x));d+=.6*Math.exp(-((len2(x,z-20.4)/.55)**2))*(y<0?1:0)}return d*.92};
const beltF=(x,y,z)=>smax(torso(x,y,z)-.8,Math.abs(z-18.9+.08*x)-1.3,.3)*.9;
const studs=(()=>{const o=[];for(const a of [-1.15,-.75,.75,1.15,1.6,-1.6]){const x=6.9*Math.sin(a),y=1.4-6*Math.cos(a);o.push(bound((X,Y,Z)=>sph(X-x,Y-y,Z-18.9+.08*x,.75),[x,y,18.9],1.2))}return uni(o)})();
const buck=place(skull,[0,-4.9,18.9],{s:1.9,R:1.7,pitch:.1});
const strap=(x,y,z)=>{const v=x*.6-(z-26.5)*.8;return smax(torso(x,y,z)-.6,Math.abs(v)-1.15,.3)*.9};
const sRiv=(()=>{const o=[];for(let i=0;i<4;i++){const t=i-1.2,x=-1.6-t*1.9+3,z=26.5+x*.75;o.push([x,z])}return(X,Y,Z)=>{let d=99;for(const [x,z] of o){const q=len2(X-x,Z-z);d=Math.min(d,Math.max(q-.55,torso(X,Y,Z)-1))}return d*.8}})();
// ---- fur kilt
const kilt=(x,y,z)=>{const q=len2(x,(y-1.2)*1.12),a=Math.atan2(x,y-1.2),R=5.6+(19-z)*.36;let d=smax(Math.abs(q-R)-.75,Math.max(12.6+1.1*tri(a*2.86)-z,z-18.6),.4);if(d<1.2)d-=.75*scaleH(a*3.18,z*.42+.3);return d*.7};
const flap=(x,y,z)=>{const t=clamp((18-z)/10,-.1,1.1),yy=-5.3-1.2*t+.7*t*t;let d=smax(smax(Math.abs(y-yy)-.7,Math.abs(x)-3.1+.8*t,.4),Math.max(8+1.3*tri(x*.36)-z+.12*x*x,z-18.6),.4);if(d<1.2)d-=.75*scaleH(x*.5+.25,z*.42);return d*.7};
// ---- cleaver
const P0=[5.4,-13,16.6],P1=[-9.4,-2,35.2],H=nrm(sub(P1,P0)),HL=len3(...sub(P1,P0)),E=[-.72,-.3,-.28];
const haft=frame((x,y,z)=>{let d=cyl(x,y,z-HL/2-2,.95,HL/2+6,.3)+.0;d=Math.min(d,smax(len2(x,y)-1.15+.2*tri(z*.8),Math.abs(z-7.5)-6.6,.2));return d},P0,H,E,40);
const pommel=frame((x,y,z)=>Math.min(ell(x,y,z+4,1.7,1.7,1.5),cap(x,y,z,0,0,-5,0,0,-7.2,.8,.2),smax(len2(x,y)-1.5,Math.abs(z+2.4)-.5,.2)),P0,H,E,9);
const blade=frame((x,y,z)=>{const u=z-HL+.5,t=clamp(u/17,0,1); // x towards the edge
 const ed=8.2+1.6*Math.sin(t*2.6)-.5*step(.35,1,t);let d=Math.max(-1.6-x,x-ed,-u+.9-.16*x,u-17+.45*Math.abs(x-2));d=smax(d,-(len2((x-6.2)*.8,u-.2)-2.3),.2);
 for(const [nu,r] of [[4.6,.75],[9.8,1.0],[13.2,.6]])d=Math.max(d,-(len2((x-ed-.2)*.8,u-nu)-r));
 d=Math.max(d,-(len2(x-4.2,u-13.4)-1.15)); // the hole of a butcher's blade
 const bev=clamp((ed-x)/2.6,0,1),th=.45+.5*step(0,1,bev)+.06*fbm(x*.5,u*.5,3,3);d=smax(d*.9,Math.abs(y)-th,.2);
 d=Math.min(d,smax(box(x,y,u-8,1.7,1.45,7,.4),-99,.1)+.25*step(.12,.02,Math.abs(((u/3.4)%1+1)%1-.5)));return d*.85},P0,H,E,50);
const bRiv=frame((x,y,z)=>{const u=z-HL+.5;let d=99;for(const q of [2.8,6.2,9.6,13])d=Math.min(d,sph(x,Math.abs(y)-1.45,u-q,.7));return d},P0,H,E,50);
// ---- arms and fists
const hR=at(P0,P1,.47),hLf=at(P0,P1,.12),shL=[9.8,-.4,29.2],elL=[13.2,-4,21.8],wrL=[7.2,-9.8,19.7],shR=[-9.8,-.2,29.2],elR=[-13.4,-5.4,22],wrR=[-4.8,-8.2,24.4];
const arm=(s,e,w)=>uni([tube([[...s,3.5],[...at(s,e,.5),3.2],[...e,2.1]]),tube([[...e,2.1],[e[0]*.66+w[0]*.34,e[1]*.66+w[1]*.34,e[2]*.66+w[2]*.34,2.75],[...w,1.75]]),bound((x,y,z)=>sph(x-s[0],y-s[1],z-s[2],3.9),s,5)],.7);
const arms=uni([arm(shL,elL,wrL),arm(shR,elR,wrR)]);
const fistF=(x,y,z)=>{let d=box(x-1.2,y+.1,z,.95,1.3,2,.6);for(let i=0;i<4;i++){const q=-1.6+i*1.06;let e=cap(x,y,z,1.4,-1.1,q,-.2,-1.75,q,.66);e=Math.min(e,cap(x,y,z,-.2,-1.75,q,-1.5,-.75,q,.64),cap(x,y,z,-1.5,-.75,q,-1.2,.8,q,.6));d=smin(d,e,.18)}return smin(d,Math.min(cap(x,y,z,1.2,1.1,.6,-.1,1.65,1.5,.72),cap(x,y,z,-.1,1.65,1.5,-1.2,.8,1.9,.62)),.25)};
const fR=frame((x,y,z)=>fistF(x,-y,z),hR,H,[-1,.05,-.25],4,1.22),fL=frame(fistF,hLf,H,[.75,.6,.05],4,1.22),fists=uni([fR,fL]);
const brace=(e,w)=>{const a=at(e,w,.3),b=at(e,w,.88),l=len3(...sub(b,a));return frame((x,y,z)=>{const q=len2(x,y),r=mix(3.0,2.15,clamp(z/l,0,1));let d=smax(q-r,Math.abs(z-l/2)-l/2,.3);for(const t of [.06,.94])d=Math.min(d,smax(q-r-.4,Math.abs(z-l*t)-.55,.25));return d*.9},a,sub(b,a),[0,1,.2],l+3)};
const braces=uni([brace(elL,wrL),brace(elR,wrR)]);
// ---- pauldron of scrap iron on the left shoulder
const PC=[10.1,-.5,29.4],PZ=[.72,-.2,.66];
const pauld=frame((x,y,z)=>{const q=len3(x,y,z),a=Math.atan2(y,x);let d=99;const l=[[5.75,2.5,9],[5.2,.2,3.2],[4.65,-2.2,.9]];for(const [r,b,t] of l){const bb=b+.35*Math.sin(a*3+r*9);d=Math.min(d,smax(Math.abs(q-r-(t<9?.14*(t-z):0))-.55,Math.max(bb-z,z-t),.2),smax(Math.abs(q-r-.2)-.7,Math.abs(z-bb-.2)-.45,.2))}return d*.9},PC,PZ,[.5,.2,-.8],7);
const pRiv=frame((x,y,z)=>{const a=Math.atan2(y,x),k=Math.round(a/.6283)*.6283,u=x*Math.cos(k)+y*Math.sin(k),v=-x*Math.sin(k)+y*Math.cos(k);let d=99;for(const [r,zz] of [[6.3,3.7],[5.8,1.4],[5.3,-1]]){const q=Math.sqrt(r*r-zz*zz);d=Math.min(d,sph(u-q,v,z-zz,.62))}return d},PC,PZ,[.5,.2,-.8],7);
const spike=uni([[0,0,1],[.62,.1,.75],[-.62,-.1,.75]].map(q=>frame((x,y,z)=>cap(x,y,z,q[0]*4.8,q[1]*4.8,q[2]*4.8,q[0]*9.6,q[1]*9.6,q[2]*9.6,1.25,.2),PC,PZ,[.3,-.9,-.3],11)));
// ---- head
const HO=[.9,-5,33.2],hd=(f,R=9)=>place(f,HO,{yaw:.28,pitch:.1,roll:-.08,R,s:1.08});
const jawZ=X=>-1.55-.06*X*X;
const face=(x,y,z)=>{const X=Math.abs(x);let d=ell(x,y-1,z-1,3.9,4.3,3.7);if(d>10)return d-5;d=smin(d,ell(x,y-2.6,z+2.6,4.6,4,3.6),1.6);
 d=smin(d,box(x,y+1.6,z+3.3,3.5,3.1,1.9,1.5),.9);d=smin(d,ell(X-2.9,y+.6,z+3.4,1.5,2.4,1.9),.7);d=smin(d,ell(x,y+4.6,z+4.5,2,1.3,1.2),.6); // the jaw
 d=smin(d,cap(X,y,z,0,-4.9,-2.6,2.8,-3.9,-2.9,.85,.75),.35); // lower lip
 d=smin(d,ell(X-2.8,y+2.4,z+.4,1.3,1.5,1.05),.5);d=smin(d,ell(x,y+3.4,z+.9,2.2,1.3,.9),.5);
 d=smax(d,-ell(X-1.65,y+4,z-.85,1.2,1.3,.85),.3);d=smin(d,cap(X,y,z,.3,-3.9,1.45,3.4,-2.6,2.35,.95,.75),.35);
 d=smin(d,cap(x,y,z,0,-3.7,1.2,0,-4.8,-.25,.65,.8),.35);d=smin(d,ell(X-.85,y+4.4,z+.35,.75,.8,.65),.3);d=smax(d,-sph(X-.75,y+5.1,z+.75,.36),.15);
 d+=.4*Math.exp(-(((z-jawZ(X))*3.2)**2))*step(-1.5,-3,y)*step(3.6,2.8,X);
 d+=.2*Math.exp(-((x*2.6)**2))*step(2.2,2.8,z)*(y<0?1:0);return d*.95};
const tusk=(()=>{const t=tube([[2.05,-4.3,-2.7,.8],[2.35,-5.4,-1.7,.72],[2.75,-5.7,-.2,.5],[2.8,-5.3,1.2,.14]]),s=(X,y,z,a,b,h)=>cap(X,y,z,a,b,-2.3,a,b-.15,-1.5+h,.4,.14);return(x,y,z)=>{const X=Math.abs(x);return Math.min(t(X,y,z),s(X,y,z,.45,-5.1,.1),s(X,y,z,1.2,-4.95,-.05))}})();
const eyeF=(x,y,z)=>sph(Math.abs(x)-1.6,y+3.05,z-.8,.82),lid=(x,y,z)=>{const X=Math.abs(x)-1.6,q=len3(X,y+3.05,z-.8);return smax(Math.abs(q-.9)-.26,-(z-1.05-.3*X),.12)};
const ear=(()=>{const g=frame((u,v,w)=>{const t=clamp(w/5,0,1),hw=1.5*Math.pow(1-t,.7)*step(-.5,.2,t)+.15;return smax(smax(Math.abs(u+.12*v*v-.2)-.5,Math.abs(v-.3*t)-hw,.35),Math.max(w-5,-1.2-w),.3)*.8},[3.6,.6,.2],[.86,.5,.42],[.4,-1,0],6);return(x,y,z)=>g(Math.abs(x),y,z)})();
const er=(x,y,z)=>len2(len2(x-5.2,z+.9)-.95,y-1.4)-.4;
const HF=hd(face),TU=hd(tusk),EY=hd(eyeF),LI=hd(lid),EA=hd(ear,11),ER=hd(er,9);
// topknot
const hair=hd(uni([...[-.8,0,.8].map((a,i)=>tube([[a*.5,1.6,5.6,.9],[a*.9+.4,1.9,8,1.2],[a*1.1+2,2.9+a*.6,10.4+.3*i,1.15],[a*1.3+4.4,4+a,10.2-.5*i,.95],[a*1.4+6.4,5+a,7.4-.7*i,.65],[a*1.4+7,5.2+a,4.8-.9*i,.4]])),tube([[-.3,1.6,5.6,.8],[-.6,2.2,8.4,1.0],[.4,4,11.2,.9],[2.2,6,12,.6],[4,7.4,11.2,.4]])],.25),18);
const hairF=(x,y,z)=>{let d=hair(x,y,z);if(d<1)d+=.12*Math.sin(x*5+y*2.5);return d*.85};
const band=hd((x,y,z)=>{const q=len2(x,y-1.6);return Math.min(smax(q-1.55-.15*tri(z*1.1),Math.abs(z-5.6)-1.25,.25),ell(x,y-1.5,z-4,2.4,2.4,1))},9);
// ---- base: great helm, rocks, a broken sword
const helm=frame((x,y,z)=>{const q=len2(x,y);let d=smax(q-3.4+.03*z*z*.6,Math.max(z-3.6-.35*Math.max(0,0),-z-2.5),.7);d=smin(d,ell(x,y,z-2.6,3.2,3.2,1.6),.4);d=Math.min(d,smax(q-3.7,Math.abs(z-1.1)-.4,.2)*.9,smax(Math.abs(x)-.5,Math.max(q-3.85,y,z-2.6,-z-2.4),.2));d=Math.max(d,-box(Math.abs(x)-1.9,y+3.4,z-.15,1.15,1.3,.34,.15));for(let i=0;i<3;i++)d=Math.max(d,-(len2(Math.abs(x)-1-i*.7,z+1.2-.2*i)-.27+(y>0?9:0)));return d},[7.4,-8.6,4.7],[.14,-.16,1],[1,.42,0],5.6);
const rocks=uni([boulder([7.8,-3,4.4],[4,3.8,3.6],411),boulder([11.4,-3.4,3.2],[2.3,2.4,1.8],412),boulder([-11,-6,3],[2.4,2,1.6],413),boulder([-3,11,3.2],[3,2.4,2],414),boulder([9,8,3.2],[2.6,2.2,2],415)]);
const SO=[-8.6,-9.4,3],SZ=[-.28,.12,1],SX=[1,.45,0];
const sword=frame((x,y,z)=>smax(Math.max(Math.abs(x)-1.2,z-8,-z-2),Math.abs(y)-.6+.22*step(.2,1.1,Math.abs(x)),.15),SO,SZ,SX,10),hilt=frame((x,y,z)=>Math.min(box(x,y,z-7.6+.06*x*x,2.9,.62,.62,.3),cyl(x,y,z-9.6,.62,1.9,.2)-.1*step(.4,.8,tri(z*1.1)),ell(x,y,z-11.8,1.05,.8,1.05)),SO,SZ,SX,14);
// ---- paints
const skin=(x,y,z,n)=>{const v=fbm(x*.25,y*.25,z*.25,3),c=mixc([.19,.225,.105],[.09,.135,.085],clamp(.4-.5*n[2]+v,0,1));return[...c.map(q=>q*(1+.12*noise(x*1.2,y*1.2,z*1.2))),0,.5]};
const skinF=(x,y,z,n)=>{const [a,b,c]=HF.local(x,y,z);let s=skin(x,y,z,n).slice(0,3);s=mixc(s,[.20,.11,.08],.5*Math.exp(-((b+5)**2+(c+2.6)**2+a*a*.15)/1.4)+.3*Math.exp(-((b+4.8)**2+(c+.2)**2+a*a)/1.2));
 const w=c-.9+.12*noise(x*1.5,y*1.5,z*1.5);if(b<.6&&Math.abs(w)<1.25&&c<1.6+.2*Math.abs(a))s=[.36,.03,.02];return[...s,0,.5]};
const lea=(c)=>(x,y,z,n)=>{const v=fbm(x*.35,y*.35,z*.35,3);return[...c.map(q=>q*(1+.5*v)),0,.55]};
const fur=(c)=>(x,y,z,n)=>{const v=fbm(x*.3,y*.3,z*.3,3);return[...mixc(c,c.map(q=>q*1.7),clamp(.3+v,0,1)),0,.85]};
const mt=(m,r)=>(x,y,z)=>metal(x,y,z,m,r);
/** The parts, for variants; each has the name of its form. */
export let parts;
export {P0,H,E,HL,HO};
export const {sdf,paint}=compose(parts=[B,{n:'rocks',f:rocks,k:.35,paint:(x,y,z,n)=>stone(x,y,z,n,[.27,.25,.23],.3)},{n:'helm',f:helm,k:.12,paint:mt(STEEL,.25)},{n:'sword',f:sword,k:.15,paint:mt(STEEL,.15)},{n:'hilt',f:hilt,k:.08,paint:(x,y,z,n)=>{const c=hilt.local(x,y,z)[2];return c>8.2&&c<11?lea([.16,.05,.03])(x,y,z,n):metal(x,y,z,GOLD,.1)}},
 {n:'legsF',f:legsF,k:.3,bb:[-14,-11,2,14,9,23],paint:lea([.13,.085,.05])},{n:'boots',f:boots,k:.15,paint:lea([.09,.055,.035])},{n:'toes',f:toes,k:.08,paint:mt(IRON,.5)},{n:'cuffs',f:cuffs,k:.15,paint:fur([.20,.14,.085])},{n:'knees',f:knees,k:.1,paint:mt(IRON,.6)},
 {n:'torso',f:torso,k:.4,bb:[-11,-8,13,11,8,36],paint:skin},{n:'kilt',f:kilt,k:.15,bb:[-11,-9,10,11,11,20],paint:fur([.24,.17,.10])},{n:'flap',f:flap,k:.15,bb:[-5,-9,6,5,-2,20],paint:fur([.30,.22,.13])},{n:'beltF',f:beltF,k:.1,bb:[-9,-7,16,9,9,22],paint:lea([.14,.065,.03])},{n:'studs',f:studs,k:.08,paint:mt(IRON,.2)},{n:'buck',f:buck,k:.12,paint:bonePaint},{n:'strap',f:strap,k:.1,bb:[-11,-9,17,11,9,36],paint:lea([.14,.065,.03])},{n:'sRiv',f:sRiv,bb:[-6,-9,20,6,-2,34],k:.06,paint:mt(BRASS,.3)},
 {n:'arms',f:arms,k:.8,paint:skin},{n:'haft',f:haft,k:.1,paint:(x,y,z,n)=>{const c=haft.local(x,y,z)[2];return c>.7&&c<14.3?lea([.30,.045,.03])(x,y,z,n):wood(x,y,z,n,[.20,.11,.055],2)}},{n:'pommel',f:pommel,k:.08,paint:mt(IRON,.4)},{n:'fists',f:fists,k:.35,paint:skin},{n:'braces',f:braces,k:.12,paint:mt([.2,.19,.185,.6,.45],.8)},
 {n:'blade',f:blade,k:.06,paint:(x,y,z)=>{const [a,b,c]=blade.local(x,y,z),u=c-HL+.5;if(a<1.75&&Math.abs(b)>.95)return metal(x,y,z,IRON,.5);const t=clamp(u/17,0,1),ed=8.2+1.6*Math.sin(t*2.6)-.5*step(.35,1,t);const e=step(2.6,2.2,ed-a);const bl=step(.18,.3,fbm(a*.3+3,u*.3,5,3)+.22*e-.05);const s=metal(x,y,z,[.125,.125,.135,.5,.5],.6);return e>.5?[...mixc([.56,.57,.6],[.34,.02,.015],bl*.85),.75*(1-bl),.28]:[...mixc(s.slice(0,3),[.3,.02,.015],bl*.5),s[3],s[4]]}},{n:'bRiv',f:bRiv,k:.06,paint:mt(BRASS,.3)},
 {n:'pauld',f:pauld,k:.08,paint:mt([.2,.2,.21,.65,.42],.75)},{n:'pRiv',f:pRiv,k:.06,paint:mt(BRASS,.3)},{n:'spike',f:spike,k:.12,paint:bonePaint},
 {n:'HF',f:HF,k:.9,paint:skinF},{n:'EA',f:EA,k:.4,paint:skin},{n:'EY',f:EY,bias:.04,paint:(x,y,z)=>{const [a,b,c]=EY.local(x,y,z);return len2(Math.abs(a)-1.55,c-.75)<.34&&b<-3.4?[.01,.01,.01,0,.05,0,0]:[1,.42,.03,0,.08,.35,0]}},{n:'LI',f:LI,k:.12,paint:skinF},{n:'TU',f:TU,k:.06,paint:()=>[.70,.62,.42,0,.35]},{n:'ER',f:ER,k:.05,paint:()=>GOLD},{n:'band',f:band,k:.12,paint:mt(BRASS,.2)},{n:'hairF',f:hairF,k:.1,bb:[-6,-10,36,9,10,50],paint:()=>[.035,.03,.032,0,.45]}]);
export const view={yaw:-24,pitch:7,zoom:1.0,aim:.5,bg:'#6b5a4c'};
