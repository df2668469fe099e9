// Hedge wizard. "He leans on the staff, and wherever he leans too long, the staff takes root." Sole to eyes 31 mm, stooped (hat 51 mm, staff 54 mm above the table).
import { smin, smax, noise, fbm, cyl, cap, box, sph, len2, len3, step, clamp, boulder, rng, ell, mix } from '../kit/sdf.mjs';
import { compose, base, uni, h1, mixc, bound, tube, place, metal, GOLD, BRASS, cb, stone, crystal } from '../kit/forms.mjs';
export const edge=.26, slack=.25, smooth=3, bounds=[[-17,-17,-.4],[17,14.5,58]];
const nrm=a=>{const l=Math.hypot(...a);return a.map(v=>v/l)},crs=(a,b)=>[a[1]*b[2]-a[2]*b[1],a[2]*b[0]-a[0]*b[2],a[0]*b[1]-a[1]*b[0]],dot=(a,b)=>a[0]*b[0]+a[1]*b[1]+a[2]*b[2];
const fr=(A,B,F)=>{const D=B.map((c,i)=>c-A[i]),L=Math.hypot(...D),w=nrm(D),k=dot(F,w),v=nrm(F.map((c,i)=>c-k*w[i])),u=crs(v,w),M=A.map((c,i)=>(c+B[i])/2);const put=(g,R=L/2+3.5)=>bound((x,y,z)=>{x-=A[0];y-=A[1];z-=A[2];return g(u[0]*x+u[1]*y+u[2]*z,v[0]*x+v[1]*y+v[2]*z,w[0]*x+w[1]*y+w[2]*z)},M,R);put.L=L;return put};
const lut=(T)=>z=>{let i=0;while(i<T.length-2&&z>T[i+1][0])i++;return mix(T[i][1],T[i+1][1],step(T[i][0],T[i+1][0],z))};
// ---- robe: a few large folds, an open coat over an under-robe
const cy=lut([[3,1.4],[12,.9],[18,.9],[24,1.1],[28,.2],[32,-2.6]]),RO=lut([[2.6,9.6],[8,7.9],[13,6.7],[18,5.5],[24,6.0],[28,5.3],[31,3.2]]),RI=lut([[2.6,7.6],[8,6.3],[13,5.6],[18,5.0],[24,5.2],[28,4],[31,2.5]]);
const fold=(a,z,n,ph)=>{const w=Math.sin(n*a+ph+.05*z),s=Math.sin((n-2)*a+ph*2.3);const q=w*.85+s*.3;return q>0?q*(1.15-.2*q):q*.8};
const cx=lut([[3,.5],[14,.3],[22,-.4],[30,-1.5]]);const polar=(x,y,z)=>{const X=x-cx(z),Y=y-cy(z);return[len2(X,Y*1.06),Math.atan2(Y,X)]};
const openX=z=>cx(z)+.7+.02*(18-z)*(18-z)*(z<18?1:0)*.35;const openW=z=>z<18?.5+.20*(18-z):.5+.16*(z-18);
const coat=(x,y,z)=>{const [q,a]=polar(x,y,z),h=step(19,4,z);let d=q-RO(z)-(2.2*h+.2)*fold(a,z,7,.6)*(1-.25*step(22,30,z));const Y=y-cy(z);
 d=smax(d,-Math.max(Math.abs(x-openX(z))-openW(z),Y+1.5),.5);
 const hem=3.5+.9*Math.sin(a*2.2+1)*.5+.6*Math.sin(a*5+.4)*.5+ (Y<0?.035*x*x*.25:0);d=smax(d,hem-z,.5);d=smax(d,z-31,.8);
 const inn=Math.max(q-RO(z)-(2.2*h+.2)*fold(a,z,7,.6)+1.35,z-6.4);return smax(d,-inn,.3)*.66};
const under=(x,y,z)=>{const [q,a]=polar(x,y,z),h=step(19,4,z);return smax(smax(q-RI(z)-(1.0*h)*fold(a,z,9,2.0),3.0+.3*Math.sin(a*4)-z,.4),z-30,.8)*.75};
const trimF=(x,y,z)=>{const Y=y-cy(z);return Y<1?Math.abs(Math.abs(x-openX(z))-openW(z)-.75)-.62:9};
// mantle: a short ragged cape with a fallen hood
const MR=lut([[20,7.9],[24,7.4],[27.4,6.4],[29.6,4.6],[31,3.0]]);const mant=(x,y,z)=>{const [,a]=polar(x,y,z),q=len2((x-cx(z))*.84,(y-cy(z))*1.06),R=MR(z);let d=q-R-.55*fold(a,z,6,1.1)*step(29,23,z)-(Math.abs(x)>3?.6*step(3,6,Math.abs(x))*0:0);const hem=23.2+.7*Math.sin(a*3+.6)+.9*Math.abs(((a*1.75+30)%1)-.5)*2+(y-cy(z)<0?1.6*step(5,1,Math.abs(x)):-.8);d=smax(d,hem-z,.35);return smax(d,z-31,.6)*.72};
const hood0=uni([tube([[-3.4,-4.6,29.4,1.3],[-4.6,-1.2,30.3,1.7],[-3.2,2.6,30.6,2.0],[0,3.9,30,2.3],[3.2,2.6,30.6,2.0],[4.6,-1.2,30.3,1.7],[3.4,-4.6,29.4,1.3]]),bound((x,y,z)=>ell(x,y-5.4,z-27.4,2.3,1.6,3.4),[0,5.4,27.4],3.6)],.8);
const hood=bound((x,y,z)=>hood0(x+1.3,y,z-.2),[-1.3,1,29.5],8.5);
// ---- sleeves and hands
const sleeve=(A,E,H,hang)=>{const L=fr(E,H,[0,0,-1]);const cone=L((u,v,t)=>{const s=clamp(t/L.L,-.2,1.1),r=mix(2.3,3.3,s);const V=v-.35*s*s*hang;let d=(len2(u,V/(1+.28*Math.max(0,s)))-r)*.8-.28*Math.sin(t*1.9+u*.8)*step(1,.3,s);const e=t-L.L+1.3-.34*Math.max(0,v);d=smax(d,e,.35);d=smax(d,-Math.max(len2(u,V/(1+.28*s))-r+.95,-e-2.4),.25);return smax(d,-t-2.4,.6)},L.L/2+6.5);return uni([bound((x,y,z)=>cap(x,y,z,...A,...E,2.9,2.6)-.25*Math.sin(z*1.7+x),A.map((c,i)=>(c+E[i])/2),7),cone],.7)};
const RA=[-6.2,-.6,27.8],RE=[-10.2,-.2,23.4],RH=[-10.3,-7.4,28.2],LA=[4.2,-.8,26.6],LX=[8.8,-1.0,22.2],LH=[9.2,-8.4,25.8];
const slR=sleeve(RA,RE,RH,1),slL=sleeve(LA,LX,LH,1);
const ST=[[-9.9,-10.4,2.6,1.35],[-10.0,-9.9,8,1.0],[-10.0,-9.7,14,1.12],[-11.0,-9.1,20,.95],[-11.1,-8.8,27,1.0],[-11.5,-8.3,34,1.05],[-10.9,-8.0,40,1.2],[-11.2,-7.9,44,1.6]];
const HC=[-11.15,-8.8,28.1];
const fistR=bound((x,y,z)=>{x-=HC[0];y-=HC[1];z-=HC[2];const T=[1.75,.6,-.55,-1.65];let d=9;const a=Math.atan2(y+.0,x+.0);for(let i=0;i<4;i++){const Z=z-T[i];let f=len2(len2(x,y)-1.35,Z)-.66+.06*i*.5;f+=.14*step(.2,.05,Math.abs(((a*1.05+20.2)%1)-.5));d=Math.min(d,f)}d=smin(d,cap(x,y,z,1.1,1.6,.9,.8,1.3,-1.2,1.15),.3);d=Math.min(d,cap(x,y,z,1.5,.4,1.9,.2,-1.75,2.3,.66,.6));d=smin(d,cap(x,y,z,.9,1.6,0,1.2,5.4,-1.4,1.25,1.7),.5);return d},HC,7.4);
// left hand: palm up, fingers half open
const lh=fr(LH,[LH[0]+.3,LH[1]-1,LH[2]+.22],[0,.22,1]);const handL=lh((u,v,t)=>{let d=smax(cb(u,v,t-1.3,2.1,.95,2.3,.7),-sph(u,v-2.5,t-1.5,1.7),.4);for(let i=0;i<4;i++){const X=-1.62+i*1.08,l=[2.1,2.6,2.5,2.0][i],c=[.5,.2,.35,.8][i];d=smin(d,cap(u,v,t,X,.0,3,X*1.18,.25+c*.6,3+l,.66,.6),.15);d=smin(d,cap(u,v,t,X*1.18,.25+c*.6,3+l,X*1.25,1.4+c,3.4+l*1.45,.6,.5),.12)}d=smin(d,cap(u,v,t,-1.7,.2,.8,-3.1,1.0,2.2,.8,.66),.3);d=smin(d,cap(u,v,t,-3.1,1,2.2,-3.3,2.1,3.4,.66,.52),.12);return smin(d,cap(u,v,t,.2,.1,-5.2,0,0,.4,1.7,1.3),.5)},8);handL.c=[LH[0],LH[1]-1,LH[2]+.6];handL.R=8.2;
const mote=(()=>{const c=[LH[0]+.6,LH[1]-3.2,LH[2]+4.3];return{f:bound((x,y,z)=>{x-=c[0];y-=c[1];z-=c[2];return Math.min(sph(x,y,z,1.15),cap(x,y,z,0,.2,-.4,.1,.5,-3.6,.62,.75),cap(x,y,z,0,0,.4,.5,.4,2.5,.85,.25),cap(x,y,z,.4,0,.2,1.1,0,1.7,.6,.22))},c,4.4),c}})();
// ---- head
const HO=[-1.3,-5.2,33.3],hd=(f,R)=>place(f,HO,{yaw:.24,pitch:-.13,roll:-.09,s:1.14,R});
const skin=hd((x,y,z)=>{const X=Math.abs(x);let d=ell(x,y,z-.3,3.0,3.3,3.5);d=smin(d,ell(x,y+1.2,z+2.2,2.1,2.0,1.6),.8);d=smin(d,ell(X-1.75,y+2.45,z+.75,.95,.85,.75),.5);d=smin(d,cap(X,y,z,.5,-3.25,1.3,2.3,-2.3,1.25,.6,.55),.35);d=smax(d,-ell(X-1.25,y+3.35,z-.42,.85,.75,.55),.3);
 let n=cap(x,y,z,0,-3.0,1.0,0,-3.95,.0,.5,.62);n=smin(n,cap(x,y,z,0,-3.95,0,0,-4.5,-1.0,.62,.82),.2);n=smin(n,sph(X-.62,y+3.85,z+1.15,.5),.2);d=smin(d,n,.25);
 d=Math.min(d,smax(sph(X-1.22,y+2.72,z-.42,.86),-(z-.62+.25*(y+3)*.0)+.0,.1),smax(sph(X-1.22,y+2.72,z-.42,.84),z+.0,.1));
 d+=.1*step(.2,.05,Math.abs(((z+9.5)/.62%1)-.5))*step(1.7,2.3,z)*step(-2,-3,y);
 d=smin(d,ell(X-3.2,y-.2,z+.1,.5,.9,1.25),.2);d=smin(d,cap(x,y,z,0,1,-2,0,2.5,-5,2.0,2.2),.4);return d},7);
const eye=hd((x,y,z)=>sph(Math.abs(x)-1.22,y+2.76,z-.42,.76),5);
const strand=(x,y,z)=>.15*Math.sin(x*4.2+.9*Math.sin(z*.55+1)+y*1.1)+.07*Math.sin(x*8+z*1.2);
const tb=(P,m)=>{const f=tube(P.map(p=>m?[-p[0],p[1],p[2],p[3]]:p),{n:5});return f};
const hairL=uni([tb([[0,-2.9,-2.6,1.7],[.1,-4.0,-5.4,1.75],[-.6,-4.7,-8.8,1.45],[.6,-5.2,-12,1.0],[-.3,-5.6,-14.6,.45]]),tb([[1.7,-2.2,-2.2,1.1],[2.5,-3.2,-4.4,1.2],[3.7,-3.9,-6.6,1.0],[3.5,-4.6,-8.8,.7],[4.8,-5.2,-10.2,.42]]),tb([[-1.7,-2.2,-2.2,1.1],[-2.5,-3.2,-4.4,1.2],[-3.8,-3.8,-6.8,1.0],[-3.5,-4.6,-9.2,.7],[-4.7,-5.2,-10.8,.42]])],.12);
const must=uni([tb([[.15,-3.95,-1.75,.75],[1.4,-3.95,-2.25,.85],[2.4,-3.7,-3.6,.7],[2.5,-4.2,-5.2,.28]]),tb([[-.15,-3.95,-1.75,.75],[-1.4,-3.95,-2.25,.85],[-2.4,-3.7,-3.6,.7],[-2.5,-4.2,-5.2,.28]])],.1);
const brow=(x,y,z)=>{const X=Math.abs(x);return smin(cap(X,y,z,.55,-3.75,1.05,2.1,-3.2,1.6,.55,.62),cap(X,y,z,2.1,-3.2,1.6,3.5,-2.9,2.15,.6,.28),.2)};
const sideH=(x,y,z)=>{const X=Math.abs(x);return smin(cap(X,y,z,3.0,.8,1.8,3.4,1.0,-1.8,.7,.9),smin(cap(X,y,z,3.4,1.0,-1.8,4.3,.6,-4.2,.9,.32),cap(X,y,z,2.2,2.2,-1,2.6,2.6,-4,1.3,.9),.3),.3)};
const beard=hd((x,y,z)=>{let d=smin(hairL(x,y,z),sideH(x,y,z),.2);return Math.min(d+strand(x,y,z)*.9,Math.min(must(x,y,z),brow(x,y,z))+.08*Math.sin(x*7+z*3))*.85},16);
// ---- hat
const cone=tube([[0,.7,2.0,4.2],[0,1.1,4.8,3.75],[.2,1.9,8.2,2.9],[1.0,2.7,11.4,2.15],[2.9,3.1,13.8,1.6],[5.6,2.8,14.5,1.15],[7.8,2.2,13,.8],[8.7,1.8,10.7,.38]],{n:6});
const brimZ=(x,y)=>{const q=len2(x,y),a=Math.atan2(y,x);return 2.75-.012*q*q+.13*Math.max(0,-y)*(q/8)+.55*Math.sin(2*a+.9)*(q/8.5)+.35*Math.sin(3*a+2)*(q/8.5)**2};
const hat=hd((x,y,z)=>{let c=cone(x,y,z);if(c<1.5){c+=.34*Math.exp(-(((z-9.6+.25*x+.3*Math.sin(x+y))/.6)**2))+.28*Math.exp(-(((z-7-.2*x)/.55)**2))+.22*Math.exp(-(((x-4.2+.3*z-3.9)/.5)**2))*(z>10.8?1:0);c=smax(c,2.0-z,.3)}const q=len2(x,y-.2);const R=8.7+.25*Math.sin(5*Math.atan2(y,x))-(Math.abs(Math.atan2(y,x)+.55)<.16?.8:0);let b=smax((Math.abs(z-brimZ(x,y))-.56),q-R,.45)*.85;let d=smin(c,b,.9);return d},17);
const band=hd((x,y,z)=>{const c=cone(x,y,z);return smax(Math.abs(c-.05)-.42,Math.abs(z-4.5-.06*x)-.85,.2)},6);
const buck=hd((x,y,z)=>{const X=x+1.3,Y=y+2.75,Z=z-4.5;return Math.max(cb(X,Y,Z,1.3,.6,1.25,.3),-cb(X,Y,Z,.65,2,.6,.2))},6);
const charm=hd((x,y,z)=>Math.min(cap(x,y,z,8.5,1.85,11.6,8.9,1.8,9.4,.42,.45),sph(x-8.95,y-1.8,z-8.7,.95)),14);
// sprig and toadstool in the band
const sprig=hd((x,y,z)=>Math.min(cap(x,y,z,3.2,-1.2,4.2,4.3,-1.5,6.4,.5,.42),smax(ell(x-4.4,y+1.5,z-6.7,1.4,1.4,1.1),6.2-z,.2)),11);
// ---- staff, crystal
const staff=uni([tube(ST,{n:6}),tube([[-11.2,-7.9,43.4,1.5],[-13.4,-8.2,45.4,1.0],[-14.2,-8.3,48.4,.85],[-13.2,-8.2,51.2,.65],[-12.2,-8.1,52.6,.42]]),tube([[-11.2,-7.9,43.4,1.5],[-9.2,-8.9,45.4,1.0],[-8.3,-9.3,48.2,.8],[-9.0,-9.0,50.6,.6],[-9.9,-8.8,51.6,.42]]),tube([[-11.2,-7.9,43.4,1.4],[-10.9,-5.8,45.6,.9],[-10.8,-5.2,48.4,.75],[-11.0,-5.9,50.8,.45]]),tube([[-10.0,-9.7,13,.9],[-11.6,-10.2,14.6,.6],[-12.6,-10.6,16.6,.42]]),tube([[-11.4,-8.4,33.6,.9],[-13.0,-8.8,35.2,.55],[-13.6,-9.4,37,.42]]),
 ...[[-12.3,-9.0,2.6],[-9.6,-12.0,2.6],[-6.0,-12.2,2.6],[-11.4,-6.4,2.6]].map(p=>tube([[-9.9,-10.3,5.4,1.0],[mix(-9.9,p[0],.55),mix(-10.3,p[1],.55),3.6,.9],[p[0],p[1],2.4,.55]]))],.5);
const staffF=(x,y,z)=>{const d=staff(x,y,z);return d<1?(d+.16*Math.sin((x+y)*3.4+z*.7+2*noise(x*.8,y*.8,z*.35))+.12*noise(x*1.3,y*1.3,z*1.3))*.85:d};
const cry=uni([crystal(-11.1,-8.2,45.2,-.06,.0,1,1.75,9.2,.3,.36),crystal(-11.2,-8.4,45,-.5,-.3,1,.95,5.4,.8),crystal(-10.8,-8.0,45,.5,.15,1,.9,4.8,.1)]);
// ---- belt, strap, satchel with scrolls, flask
const rope=(x,y,z)=>{const [q,a]=polar(x,y,z);return smax(len2(q-RO(18)-.15,(z-18.1+.4*Math.sin(a))*.95)-.72+.14*Math.sin(a*22+z*3),-9,.1)*.85};
const ropeE=tube([[1.4,-4.9,18,.62],[1.9,-5.9,16,.55],[1.5,-6.6,13.4,.52],[2.1,-7.0,11.4,.5],[2.0,-7.1,10.6,.85],[2.1,-7.2,9.2,.75]]);
const strap=(x,y,z)=>{const [q]=polar(x,y,z);const p=x*.72+(z-22)*.69;return smax(Math.abs(p+.6)-.8,Math.min(mant(x,y,z),coat(x,y,z))-.42,.15)};
const SP=[8.1,-2.0,12.0],sat=f=>place(f,SP,{yaw:.75,roll:.08,pitch:-.1,R:9});
const bag=sat((x,y,z)=>{let d=cb(x,y,z,3.4,1.7,2.9,.9);d=Math.min(d,smax(cb(x,y+.35,z-.9,3.65,1.75,2.4,.7),-(z+.2+.12*x*x*.5)+.0,.2));d+=.16*step(.22,.08,Math.abs(Math.max(Math.abs(x)-2.9,Math.abs(z+.1)-2.5)))*(y<-1.7?1:0);return d});
const bagM=sat((x,y,z)=>Math.min(Math.max(cb(x,y+2.2,z+.6,.85,.5,.85,.25),-cb(x,y+2.2,z+.6,.38,2,.35,.1)),sph(Math.abs(x)-3.1,y+2,z-2.4,.45)));
const scr=[[-1.8,.0,4.6,.26,.1],[.3,.2,5.6,-.02,.12],[2.1,-.1,4.4,-.32,.05]];const scrolls=sat((x,y,z)=>{let d=99;for(const [a,b,h,t,s] of scr){const X=x-a+t*(z-1),Y=y-b+s*(z-1),q=len2(X,Y),g=Math.atan2(Y,X)/6.283;let f=smax(q-1.0-.14*((g+1)%1),Math.abs(z-h*.5)-h*.5-1.4,.15);f=smax(f,-Math.max(Math.abs(q-.5)-.16,h+.7-z),.06);d=Math.min(d,f)}return d*.9});
const scrB=sat((x,y,z)=>{let d=99;for(const [a,b,h,t,s] of scr){const X=x-a+t*(z-1),Y=y-b+s*(z-1);d=Math.min(d,len2(len2(X,Y)-1.1,z-h+.3)-.3)}return d});
const flask=place((x,y,z)=>smin(sph(x,y,z,1.55),cyl(x,y,z-1.9,.62,.9,.2),.3),[-6.2,-4.2,15.0],{R:3.4}),cork=place((x,y,z)=>Math.min(cyl(x,y,z-3,.72,.5,.15),Math.abs(len2(x,y)-.85)<9?len2(len2(x,y)-.75,z-1.7)-.28:9),[-6.2,-4.2,15.0],{R:4});
const cord=tube([[-6.2,-4.2,16.6,.6],[-5.6,-3.6,17.8,.6],[-4.6,-2.4,18.5,.7]]);
const boot=(a,b,s)=>bound((x,y,z)=>smax(smin(smin(cap(x,y,z,a,b,3.5,a+s*1.6,b-4.2,3.4,1.9,1.55),cap(x,y,z,a+s*1.6,b-4.2,3.4,a+s*2.2,b-5.8,5.2,1.2,.42),.6),ell(x-a,y-b,z-4.4,1.9,2,2.2),.5),2.6-z,.2)+.22*step(.35,.12,Math.abs(z-3.15))-.2*step(.75,.55,Math.abs(y-b+2.4)),[a+s,b-2.6,4],6),boots=uni([boot(3.4,-6.2,1),boot(-3.8,-4.6,-1)]);
// ---- base
const BC=-1.8,B0=base(15,'earth',61,2.5,{grass:1.1});const B={f:(x,y,z)=>B0.f(x+.4,y-BC,z),k:.3,paint:(x,y,z,n)=>B0.paint(x+.4,y-BC,z,n),bb:[-15.6,-17,-.2,14.8,13.4,6]};
const MU=[[-4.6,-13.8,3.4,1.4],[-12.6,-7.6,2.6,1.2],[9.4,-10.2,4.2,1.9],[11.4,-8.2,2.6,1.25],[7.4,-12.2,2.2,1.0],[-12.4,-2.6,3.0,1.4]];
const mst=uni(MU.map(([a,b,h,r])=>bound((x,y,z)=>cap(x,y,z,a,b,2,a,b,2.2+h,r*.42,r*.32),[a,b,3+h/2],h/2+2))),mcap=uni(MU.map(([a,b,h,r])=>bound((x,y,z)=>smax(ell(x-a,y-b,z-2.2-h,r*1.1,r*1.1,r*.95),2.0+h-z,.2),[a,b,2.4+h],r*1.25)));
const rk=uni([boulder([10.6,4,3.4],[2.4,2,1.9],91),boulder([-10.6,4.6,3.2],[1.9,2.2,1.5],92),boulder([12,-1.6,3],[1.1,1.3,1],93)]);
const cl=(c,am=.25)=>(x,y,z)=>{const v=fbm(x*.25,y*.25,z*.25,3);return[...c.map(q=>q*(1+am*v)),0,.82]};
const BLUE=[.045,.075,.20],OCH=[.46,.25,.06],UND=[.25,.20,.13],MOSSY=[.10,.13,.055],LEA=[.16,.075,.03],SKIN=[.68,.41,.28],HAIR=[.66,.65,.62],PAR=[.66,.55,.36];
const auto=L=>L.map(p=>p.bb||!p.f.c?p:{...p,bb:[0,1,2].map(i=>p.f.c[i]-p.f.R).concat([0,1,2].map(i=>p.f.c[i]+p.f.R))});
/** The parts, for variants; each has the name of its form. */
export let parts;
export {HO};
export const {sdf,paint}=compose(parts=auto([B,{n:'rk',f:rk,k:.3,bb:[-14,-4,1,14,8,6],paint:(x,y,z,n)=>stone(x,y,z,n,[.30,.29,.27],.8)},{n:'mst',f:mst,k:.2,bb:[-15,-15,1,14,-2,8],paint:()=>[.55,.5,.38,0,.6]},{n:'mcap',f:mcap,k:.05,bb:[-15,-15,2,14,-1,9],paint:(x,y,z,n)=>n[2]>-.1&&noise(x*1.5,y*1.5,z*1.5)>.28?[.75,.68,.52,0,.5]:n[2]<-.3?[.5,.42,.3,0,.6]:[.5,.055,.025,0,.4]},
 {n:'boots',f:boots,k:.1,paint:(x,y,z)=>z<3.1?[.03,.02,.015,0,.8]:Math.abs(y-(x>0?-6.2:-4.6)+2.4)<.7?cl([.30,.15,.05])(x,y,z):cl([.11,.055,.026])(x,y,z)},{n:'under',f:under,k:.1,bb:[-10,-9,2,10,11,31],paint:cl(UND)},{n:'coat',f:coat,k:.15,bb:[-12,-10.5,2.6,12,13,32],paint:(x,y,z,n)=>{const [q,a]=polar(x,y,z);const h=3.9+.45*Math.sin(a*2.2+1)+.3*Math.sin(a*5+.4);let t=q>RO(z)-2?step(.54,.30,Math.abs(z-h-1.5)):0;if(z<24&&q>RI(z))t=Math.max(t,step(.12,-.12,trimF(x,y,z)));return cl(mixc(BLUE,OCH,t))(x,y,z)}},
 {n:'slR',f:slR,k:.4,paint:cl(BLUE)},{n:'slL',f:slL,k:.4,paint:cl(BLUE)},{n:'mant',f:mant,k:.15,bb:[-9,-9,21,9,10,32],paint:cl(MOSSY)},{n:'hood',f:hood,k:.4,bb:[-7,-7,23,7,8,34],paint:cl(MOSSY)},
 {n:'strap',f:strap,k:.05,bb:[-9,-9,13,9,9,32],paint:cl(LEA)},{n:'rope',f:rope,k:.05,bb:[-8,-7,16,8,8,20],paint:()=>[.48,.36,.2,0,.8]},{n:'ropeE',f:ropeE,k:.05,paint:()=>[.48,.36,.2,0,.8]},
 {n:'bag',f:bag,k:.1,paint:cl([.26,.125,.05])},{n:'bagM',f:bagM,paint:()=>BRASS},{n:'scrolls',f:scrolls,k:.05,paint:cl(PAR)},{n:'scrB',f:scrB,k:.05,paint:()=>[.42,.03,.03,0,.6]},{n:'flask',f:flask,k:.1,paint:()=>[.05,.42,.12,0,.08,.35]},{n:'cord',f:cord,k:.1,paint:cl(LEA)},{n:'cork',f:cork,k:.1,paint:()=>[.35,.2,.09,0,.7]},
 {n:'skin',f:skin,k:.15,paint:(x,y,z,n)=>{const [a,b,c]=skin.local(x,y,z);const v=noise(x*.8,y*.8,z*.8),no=b<-3.5&&c<.1?.6:0,ck=Math.exp(-(((Math.abs(a)-1.8)/.8)**2)-(((c+.7)/.8)**2))*.5;return[...mixc(SKIN.map(q=>q*(1+.15*v)),[.55,.15,.10],Math.min(1,no+ck)),0,.5]}},{n:'eye',f:eye,paint:(x,y,z)=>{const [a,b,c]=eye.local(x,y,z);const X=Math.abs(a)-1.2;return len2(X,c-.42)<.33?[.02,.03,.05,0,.1,0,0]:[.8,.78,.7,0,.15,0,0]}},
 {n:'fistR',f:fistR,k:.1,paint:cl(SKIN,.2)},{n:'handL',f:handL,k:.1,paint:cl(SKIN,.2)},{n:'mote',f:mote.f,k:.1,paint:(x,y,z)=>mixc([.25,.95,.85],[.7,1,.95],clamp((z-mote.c[2])/2.5,0,1)).concat(0,.3,.8)},
 {n:'hat',f:hat,k:.1,paint:(x,y,z,n)=>{const [a,b,c]=hat.local(x,y,z);const q=len2(a,b-.2);return cl(mixc(BLUE,OCH,Math.abs(c-brimZ(a,b))<1.1?step(7.5,7.75,q):0))(x,y,z)}},{n:'band',f:band,paint:cl(LEA)},{n:'buck',f:buck,paint:()=>GOLD},{n:'charm',f:charm,paint:()=>GOLD},{n:'sprig',f:sprig,k:.1,paint:(x,y,z,n)=>{const [a,b,c]=sprig.local(x,y,z);return c>6.15?[.5,.055,.025,0,.4]:[.55,.5,.38,0,.6]}},
 {n:'beard',f:beard,k:.08,paint:(x,y,z)=>{const v=noise(x*.7,y*.7,z*.4);return[...HAIR.map(q=>q*(1+.15*v)),0,.6]}},
 {n:'staffF',f:staffF,k:.1,bb:[-17,-15.4,1.6,-5.5,-4,54],paint:(x,y,z)=>{const v=fbm(x*.8,y*.8,z*.2,3);return[...mixc([.20+.10*v,.115+.06*v,.055],[.10,.17,.04],step(9,4,z+2*v)*.8),0,.75]}},{n:'cry',f:cry,bias:-.12,k:.1,paint:(x,y,z,n)=>{const t=clamp((z-45)/9,0,1);return[...mixc([.05,.55,.55],[.55,1,.9],t),0,.15,.55]}}]));
export const view={yaw:-17,pitch:4,zoom:1.0,aim:.48,bg:'#57605a'};
