// Goblin scout: one more step and the dry branch under his claw will wake the whole camp. 42 mm tall to the ear tips, eyes at 34 mm.
import { smin, smax, noise, fbm, ridge, cells, cyl, cap, box, sph, len2, len3, step, clamp, boulder, rng, ell, rot, mix } from '../kit/sdf.mjs';
import { compose as compose0, base, uni as uni0, h1, mixc, bound, tube, place, metal, STEEL, IRON, BRASS, GOLD, BONE, skull, wood, grain, bonePaint, stone } from '../kit/forms.mjs';
const S=1.14; export const edge=.27, viewTris=400000, bounds=[[-24,-22,-.4],[22,19,46]];
// every part gets a box, so that most of them cost nothing at most points
const bbOf=f=>f.bb??(f.c?[f.c[0]-f.R,f.c[1]-f.R,f.c[2]-f.R,f.c[0]+f.R,f.c[1]+f.R,f.c[2]+f.R]:null);
const uni=(l,k)=>{const g=uni0(l,k),b=l.map(bbOf);if(b.every(q=>q))g.bb=[0,1,2,3,4,5].map(i=>Math[i<3?'min':'max'](...b.map(q=>q[i]))+(i<3?-.2:.2));return g};
const compose=ps=>compose0(ps.map(p=>({...p,bb:p.bb??bbOf(p.f)})));
const sub=(a,b)=>[a[0]-b[0],a[1]-b[1],a[2]-b[2]],nrm=a=>{const l=len3(...a);return a.map(v=>v/l)},crs=(a,b)=>[a[1]*b[2]-a[2]*b[1],a[2]*b[0]-a[0]*b[2],a[0]*b[1]-a[1]*b[0]];
// a local frame: z along Z, x close to X
const frame=(f,o,Z,X,R)=>{const c=nrm(Z),b=nrm(crs(c,X)),a=crs(b,c);const L=(x,y,z)=>{x-=o[0];y-=o[1];z-=o[2];return[a[0]*x+a[1]*y+a[2]*z,b[0]*x+b[1]*y+b[2]*z,c[0]*x+c[1]*y+c[2]*z]};const g=bound((x,y,z)=>{const q=L(x,y,z);return f(q[0],q[1],q[2])},o,R);g.local=L;g.world=(u,v,w)=>[0,1,2].map(i=>o[i]+a[i]*u+b[i]*v+c[i]*w);return g};
const B=base(15,'earth',47,2.5,{grass:1.1});
// ---- legs: left foot creeping forward, right foot behind on its toes
const hipL=[3,3.2,13.4],knL=[7.2,-5.4,12.2],anL=[5.4,-3.6,5],hipR=[-3,4.4,13],knR=[-7.6,-1.6,9.4],anR=[-5.8,6.8,6.6];
const leg=(h,k,a)=>uni([tube([[...h,3.1],[(h[0]*.55+k[0]*.45),(h[1]*.55+k[1]*.45),(h[2]*.55+k[2]*.45)+.5,2.7],[...k,1.75]],{n:16}),tube([[...k,1.75],[k[0]*.6+a[0]*.4,k[1]*.6+a[1]*.4+.7,k[2]*.6+a[2]*.4,1.85],[...a,1.15]]),bound((x,y,z)=>sph(x-k[0],y-k[1]+.35,z-k[2]-.1,1.9),k,2)],.8);
const toes=(bx,by,z,dir,l=1)=>{const o=[];for(let i=-1;i<2;i++){const a=dir+i*.5,c=Math.sin(a),s=-Math.cos(a);o.push(tube([[bx+c*.4+i*.3,by+s*.4,z+.5,1.05],[bx+c*2.4,by+s*2.4,z+.75,.95],[bx+c*3.8,by+s*3.8,z+.15,.8]]))}return uni(o,.4)};
const claws=(bx,by,z,dir)=>{const o=[];for(let i=-1;i<2;i++){const a=dir+i*.5,c=Math.sin(a),s=-Math.cos(a);o.push(tube([[bx+c*3.7,by+s*3.7,z+.5,.55],[bx+c*4.7,by+s*4.7,z+.35,.45],[bx+c*5.5,by+s*5.5,z-.3,.15]]))}return uni(o)};
const footL=uni([tube([[5.2,-2,3.7,1.35],[5.3,-4.2,4.1,1.5],[5.5,-6.4,3.4,1.25]]),bound((x,y,z)=>cap(x,y,z,...anL,5.3,-3.6,3.8,1.15,1.3),[5.3,-3.6,4.4],2),toes(5.5,-6.6,2.9,.12)],.7);
const footR=uni([tube([[-5.7,7.7,6.2,1.2],[-5.9,5.9,5,1.4],[-6.1,3.9,3.6,1.25]]),toes(-6.1,3.6,2.9,-.28)],.7);
const cl=uni([claws(5.5,-6.6,2.9,.12),claws(-6.1,3.6,2.9,-.28)]);
const legs=uni([leg(hipL,knL,anL),leg(hipR,knR,anR)]);
// ---- torso under a leather jerkin, hunched and twisted
const torso=(x,y,z)=>{let d=ell(x,y-3.6,z-14,5.2,4.2,3.4);if(d>14)return d-8;d=smin(d,ell(x-.3,y-2,z-18.4,4.6,4,4.2),1.6);d=smin(d,ell(x-.2,y+.8,z-22.8,6,4.7,4.4),2);d=smin(d,ell(x,y-1.6,z-24.8,5.2,4,3.4),1.5);return d};
const jerkin=(x,y,z)=>{let d=torso(x,y,z);if(d<1.4){const fr=Math.exp(-(((x-.2)*1.6)**2))*(y<0?1:0);d-=.25*Math.sin((z-x*.25)*1.5+.8*Math.sin(x*.5))*step(21,17,z)*.7;d+=.45*fr*step(15,16,z)}return d*.9};
const lace=(()=>{const o=[];for(let i=0;i<3;i++){const z=16.6+i*1.6,y=-2.35-.55*i;for(const s of [-1,1])o.push(bound((x,Y,Z)=>cap(x,Y,Z,-1*s,y,z-.5,1*s,y,z+.5,.32),[0,y,z],1.6))}return uni(o)})();
const beltZ=(x,y)=>14.6-.12*(y-3)+.1*x;
const belt=(x,y,z)=>{const v=z-beltZ(x,y);return smax(torso(x,y,z)-.75,Math.abs(v)-.95,.3)*.9};
const buckle=frame((x,y,z)=>{let d=box(x,y,z,1.55,.6,1.35,.3);return smax(d,-box(x,y+.5,z,.85,.7,.65,.2),.15)},[-.2,-1.2,15],[0,.1,1],[1,0,0],3);
const strapF=(x,y,z)=>{const v=(x*.62+(z-21.4)*.78);return smax(torso(x,y,z)-.55,Math.abs(v)-.85,.25)*.9};
// skirts of the jerkin: split in front and at the thighs, ragged hem
const skirt=(x,y,z)=>{const a=Math.atan2(x,y-3.2),q=len2(x,y-3.2);const aa=Math.abs(a);const R=4.7+(14.5-z)*.22+.38*Math.sin(a*9)*step(15,11,z);const hem=9.4+.7*Math.abs(((a*2.6+9)%1)-.5)*2+.5*Math.sin(a*3+1);return smax(smax(Math.abs(q-R)-.55,Math.max(hem-z,z-15),.3),(aa-1.75)*4,.4)*.75};
const flap=(x,y,z)=>{const t=clamp((14.2-z)/8.4,-.1,1.1),hw=2.5-.5*t+.25*Math.sin(z*1.1),yy=-1.1-1.7*t+.9*t*t+.34*Math.cos(x*2.1+.5)*step(0,.5,t);const hem=6+.9*Math.abs(((x*.42+7)%1)-.5)*2+.4*x*.4;return smax(smax(Math.abs(y-yy)-.55,Math.abs(x-.3*t)-hw,.3),Math.max(hem-z,z-14.6),.3)*.75};
// ---- cowl: mantle with a ragged hem and a rolled hood
const mantle=(x,y,z)=>{const a=Math.atan2(x,y+1.2),q=len2(x*.82,y+1.2);let d=ell(x,y+.4,z-22.4,9.9,7,6.6);if(d>3)return d;const f=.32*Math.sin(a*8+.6*Math.sin(a*3))*step(27,23,z);const hem=21+1.3*Math.abs(((a*2.2+9)%1)-.5)*2+.7*Math.sin(a*2+2)-.14*(y+1);return smax(d+f,hem-z,.35)*.8};
const rollC=[[4.9,-4.4,27,1.5],[2.6,-8.2,24.6,1.55],[-1.6,-8.6,24.2,1.55],[-4.6,-5.2,26,1.5],[-4.6,-.6,28.6,1.55],[-1.6,2.4,29.6,1.9],[2.6,2.2,29.8,1.8],[5,-.8,28.8,1.5],[4.9,-4.4,27,1.5]];
const roll=tube(rollC),roll2=tube([[5.6,-2.6,26,1.2],[4,-7,23.7,1.2],[0,-8.2,22.4,1.3],[-4.6,-6.4,23.6,1.2],[-5.8,-2,26,1.2]]);
const hood=(x,y,z)=>{let d=smin(roll(x,y,z),roll2(x,y,z),.25);d=smin(d,ell(x-.6,y-3.4,z-28,3.4,2.2,2.6),.9);if(d<1){const a=Math.atan2(x,y+3);d+=.2*Math.sin(a*7+z*.7)}return d*.85};
// ---- arms
const shL=[6.3,-1.2,24.6],elL=[11.6,.6,20.4],wrL=[12,-6.6,22.4],shR=[-6.5,-1.8,23.8],elR=[-11.4,-.8,18.4],wrR=[-10.2,-6.6,14.8];
const arm=(s,e,w)=>uni([tube([[...s,2],[(s[0]+e[0])/2,(s[1]+e[1])/2,(s[2]+e[2])/2,1.65],[...e,1.35]]),tube([[...e,1.35],[e[0]*.62+w[0]*.38,e[1]*.62+w[1]*.38,e[2]*.62+w[2]*.38-.2,1.65],[...w,1.05]])],.5);
const arms=uni([arm(shL,elL,wrL),arm(shR,elR,wrR)]);
// bracers of wrapped leather
const wrap=(a,b,r0,r1,n)=>{const l=len3(...sub(b,a));return frame((x,y,z)=>{const t=clamp(z/l,0,1),q=len2(x,y);const u=z/l*n+.12*Math.atan2(y,x);const f=((u%1)+1)%1;return smax(q-mix(r0,r1,t)-.28*step(0,.25,f)*step(1,.8,f),Math.abs(z-l/2)-l/2,.3)*.85},a,sub(b,a),[.3,.2,1],l+2)};
const at=(a,b,t)=>[0,1,2].map(i=>a[i]+(b[i]-a[i])*t);
const bracers=uni([wrap(at(elL,wrL,.42),at(elL,wrL,.95),1.75,1.35,3),wrap(at(elR,wrR,.38),at(elR,wrR,.95),1.8,1.4,3)]);
const shins=uni([wrap(at(knL,anL,.3),at(knL,anL,1),2.0,1.5,4),wrap(at(knR,anR,.35),at(knR,anR,1),2.05,1.5,4)]);
// open hand, feeling the air
const hL=[12.2,-8.4,22.9];const fingers=[[[11.0,-9.4,24],[9.6,-10.8,26],[9.2,-12.6,27.1]],[[12.2,-9.8,24.3],[12.2,-11.4,26.6],[12.3,-13.4,27.4]],[[13.4,-9.6,23.8],[14.6,-11,25.8],[15.4,-12.9,26.2]],[[13.9,-9,22.8],[15.8,-10,23.8],[17.2,-11.4,23.6]]];
const handL=uni([bound((x,y,z)=>ell(x-hL[0],y-hL[1],z-hL[2],1.75,1.6,1.6),hL,2),...fingers.map(([a,b,c])=>tube([[...at(hL,a,.5),.95],[...a,.85],[...b,.85],[...at(b,c,.75),.6]])),tube([[11,-8,22.4,.9],[9.4,-9,21.9,.85],[8.4,-10.6,22.5,.65]])],.35);
const nailsL=uni([...fingers.map(([a,b,c])=>tube([[...at(b,c,.65),.5],[...at(b,c,1.1),.42],[c[0],c[1]-1.1,c[2]-.9,.16]])),tube([[8.6,-10.3,22.4,.5],[8,-11.4,22.9,.4],[7.9,-12.2,22.6,.16]])]);
// fist round the knife
const kO=[-10,-8.2,13.4],kZ=[-.52,-.85,-.04],kX=[.1,.55,.85];
const fist=frame((x,y,z)=>{let d=box(x-1.15,y+.1,z,.85,1.25,1.9,.6);for(let i=0;i<4;i++){const q=-1.5+i;let e=cap(x,y,z,1.3,-1,q,-.2,-1.6,q,.62);e=Math.min(e,cap(x,y,z,-.2,-1.6,q,-1.35,-.7,q,.6),cap(x,y,z,-1.35,-.7,q,-1.1,.7,q,.56));d=smin(d,e,.18)}d=smin(d,Math.min(cap(x,y,z,1.2,1.1,.6,-.1,1.55,1.6,.66),cap(x,y,z,-.1,1.55,1.6,-1.1,.7,2,.58)),.25);return d},kO,kZ,kX,4);
const tri=u=>Math.abs(((u%1)+1)%1-.5)*2;
const knifeH=frame((x,y,z)=>{let d=cyl(x,y,z,.72,3.1,.2)-.12*step(.4,.8,tri(z*.9));d=Math.min(d,ell(x,y,z+3.4,1.15,1,.9),box(x,y,z-2.75,1.9,.75,.5,.25));return d},kO,kZ,kX,5);
const bladeF=frame((x,y,z)=>{const u=clamp((z-2.6)/12,0,1),c=.9*u*u*1.6,top=1.15+c-2.4*step(.72,1,u)*(u>.72?1:0),bot=-1.75*(1-.25*Math.sin(u*3.1))+.75*tri(z*.52+.2)*step(.06,.14,u)+c+1.0*step(.85,1,u)*.6;let d=Math.max(x-top,bot-x)*.8;d=Math.max(d,(z-14.4)*.9,2.4-z);const th=.62-.22*step(.3,-1.6,x-c)+.0;d=smax(d,Math.abs(y)-th,.16);d=Math.max(d,-(len2(x-.45-c*.3,z-5.2)-.42));return d*.85},kO,kZ,kX,16);
// ---- shield on the back
const shF=frame((x,y,z)=>{const q=len2(x,y);if(q>12)return q-8;const dome=.45*(1-(q/7.4)**2);let d=smax(q-7.2,Math.abs(z-dome)-.75,.2);if(q<6.6&&z>0){const f=tri(x*.42+.25);d+=.3*step(.82,.98,f)-grain(y,x*1.4,Math.floor(x*.42+.25)+5)}d=Math.min(d,smax(Math.abs(q-7)-.75,Math.abs(z-.1)-1.05,.3));return d*.9},[3.4,5.6,25],[.2,.93,.3],[1,0,0],8.6);
const boss=frame((x,y,z)=>{const q=len2(x,y);let d=ell(x,y,z-1,2,2,1.5);d=Math.min(d,smax(q-2.7,Math.abs(z-1)-.45,.2));const a=Math.round(Math.atan2(y,x)/.7854)*.7854;d=Math.min(d,sph(x-7*Math.cos(a),y-7*Math.sin(a),z-1.15,.48));return d},[3.4,5.6,25],[.2,.93,.3],[1,0,0],8.8);
// ---- head, in its own frame
const HO=[.4,-7.8,29.2],hd=(f,R=9)=>place(f,HO,{yaw:.2,pitch:-.06,roll:-.12,R});
const face=(x,y,z)=>{const X=Math.abs(x);let d=ell(x,y-1.2,z-1.3,4.7,4.9,4.0);if(d>11)return d-6;
 d=smin(d,ell(x,y+1.2,z+2.2,3.9,3.6,2.6),1.4);d=smin(d,cap(X,y,z,3.6,-.4,-2.4,.5,-4.5,-4.5,1.25,1.0),.9);d=smin(d,sph(x,y+4.9,z+4.9,1.15),.6); // jaw, chin
 d=smin(d,ell(X-3.3,y+2.9,z+1.0,1.55,1.5,1.05),.6); // cheekbones
 d=smax(d,-ell(X-2,y+4.2,z-.8,1.7,1.6,1.45),.35);
 d=smin(d,cap(X,y,z,.6,-4.5,1.75,4.2,-2.7,3.5,.85,.62),.35);d=smin(d,ell(x,y+3.2,z-3.2,2.2,1.4,1.2),.8);
 for(let i=0;i<2;i++)d+=.16*Math.exp(-(((z-3.5-i*.75-.1*x*x*.3)*4.5)**2))*step(2.6,1.6,X)*(y<0?1:0);
 return d};
const noseT=tube([[0,-3.6,1.7,.75],[0,-5.4,1.0,.85],[0,-7.6,-.2,1.0],[0,-9.1,-1.7,1.05],[0,-9.5,-3.1,.72],[0,-9.1,-3.9,.4]]);
const nose=(x,y,z)=>{const X=Math.abs(x);let d=noseT(x,y,z);d=smin(d,ell(X-.95,y+5.6,z+.95,.8,1.2,.75),.5);d=smin(d,sph(x-.65,y+7.2,z-.75,.48),.15);d=smin(d,sph(x-.7,y+9.3,z+1.1,.42),.15);return d};
const mouthZ=X=>-3+.1*X*X;
const mouth=(x,y,z)=>{const X=Math.abs(x);return smax(Math.max(Math.abs(z-mouthZ(X))-.9+.065*X*X,X-3.3),y+3-.08*X*X,.2)};
const teeth=(()=>{const o=[];for(let i=0;i<4;i++)for(const q of [-1,1]){const x=q*(.45+i*.88),y=-4.6+.15*x*x,zz=mouthZ(x),h=[.7,.95,.7,.45][i];o.push([x,y+.2,zz+.95,x,y-.15,zz+.7-h,.6]);if(i<3){const X=q*(.0+.9*(i+.55)),Y=-4.7+.16*X*X,Z2=mouthZ(X);const H=i===1&&q>0?1.9:i===2&&q<0?1.6:.5;o.push([X,Y+.1,Z2-.95,X*1.04,Y-.35,Z2-.85+H,H>1?.62:.5])}}return(x,y,z)=>{let d=99;for(const t of o){const v=cap(x,y,z,t[0],t[1],t[2],t[3],t[4],t[5],t[6],.16);if(v<d)d=v}return d}})();
const eyeF=(x,y,z)=>sph(Math.abs(x)-1.95,y+3.15,z-.8,1.38);
const lids=(x,y,z)=>{const X=Math.abs(x)-1.95,Y=y+3.15,Q=z-.8,q=len3(X,Y,Q);return Math.min(smax(Math.abs(q-1.45)-.3,-(Q-.45-.35*X),.15),smax(Math.abs(q-1.45)-.3,Q+.82-.1*X,.15))};
const earG=(s)=>{const o=[s*4,.4,.6],T=[s*15.6,4.6,6.0];const L=len3(...sub(T,o));const G=frame((u,v,w)=>{const t=clamp(w/L,-.15,1.05),hw=Math.max(.02,(3.5*Math.pow(Math.max(0,1-t),.8)*step(-.34,.3,t)+.25));const c=.9*Math.sin(t*3.1)-.6*t;const vv=v-c;const us=.9-.22*vv*vv/(hw*.33+.25)-1.6*t*t,e=Math.abs(vv)-hw;let d=smax(Math.abs(u-us)*.9-.5-.32*Math.exp(-((e+.5)*(e+.5))*4.5)*step(-.1,.2,t),e,.35);if(u<us)d+=.22*Math.cos(vv*3.4)*step(.7,.3,t)*step(-.6,-1.4,e);d=smax(d,Math.max(w-L,-1.4-w),.3);
  const nick=s>0?Math.min(len2(w-L*.52,(vv-hw)*.8)-.95,len2(w-L*.66,(vv-hw)*.8)-.6):Math.min(len2(w-L*.44,vv+hw)-.85,99);d=smax(d,-nick,.15);return d*.72},o,sub(T,o),[.25*s,1,-.1],L+2);G.L=L;return G};
const earL=earG(1),earR=earG(-1),ears=(x,y,z)=>Math.min(earL(x,y,z),earR(x,y,z));
const ring=(x,y,z)=>{const q=len2(x-8.6,z+1.7);return len2(q-1.35,y-.8)-.42};
const HF=hd((x,y,z)=>{let d=face(x,y,z);if(d>4)return d;d=smax(d,-mouth(x,y,z),.3);return d*.92}),NO=hd(nose,11),TE=hd(teeth),EY=hd(eyeF),LI=hd(lids),EA=hd(ears,18),RI=hd(ring,12);
const MO=hd(mouth);
// ---- belt loot: a dead rat by its tail, a pouch, a bone whistle
const ratTail=tube([[5.3,1.2,14.2,.6],[6.9,-.4,13.2,.6],[8.6,-1.4,11.2,.6],[8.9,-.8,9,.62],[8.4,.6,7.4,.65]],{ring:1.5,amp:.22});
const tail2=tube([[-4.9,.8,15.2,.75],[-6.4,-.6,14.8,.72],[-8.6,-1.2,12.6,.66],[-9.6,0,9.6,.6],[-9.2,1.9,7.4,.55],[-10.4,3,6,.5],[-11.6,2.6,5.4,.42]],{ring:1.5,amp:.22});
const pouch=frame((x,y,z)=>{let d=ell(x,y,z,1.9,1.5,1.9);d=smin(d,box(x,y+.25,z-.9,1.9,1.4,.9,.5),.2);d=Math.min(d,sph(x,y+1.75,z-.5,.42));return d},[4.8,4.4,12.4],[0,0,1],[.5,1,0],3);
// ---- base: the branch, a skull, mushrooms, tufts
const branch=uni([tube([[-12.5,-8.6,3.2,.9],[-7,-9.8,3.5,1.05],[-1,-10.6,3.6,1],[5,-10.8,3.3,.85],[10.5,-9.4,3.1,.55]]),tube([[-4,-10.2,3.6,.7],[-4.6,-12,4.6,.6],[-4,-13,5.8,.45]]),tube([[2,-10.7,3.5,.65],[3.4,-9.4,4.6,.5],[3.8,-8.9,5.6,.42]])],.3);
const branchT=(x,y,z)=>branch(x,y,z)-.2*ridge(x*.25,y*1.4,z*1.4,2)+.12;
const sk=place(skull,[10.6,2.2,4.7],{yaw:.5,pitch:-.12,roll:.3,s:2.1,R:1.7});
const rocks=uni([boulder([-9.4,8.6,3.6],[4,3.2,2.6],301),boulder([-6.4,11,3],[2.6,2,1.8],302),boulder([11.6,-2.4,3],[1.9,1.6,1.6],303)]);
const shr=[[9.4,8,3.6,2],[11.6,6.6,2.2,1.4],[7,9.8,2,1.3]];const shS=uni(shr.map(([x,y,h])=>tube([[x,y,2.2,.5],[x+.2,y,2.6+h,.45]]))),shC=uni(shr.map(([x,y,h,r])=>bound((a,b,c)=>smax(ell(a-x-.2,b-y,c-2.5-h,r,r,r*.85),2.4+h-c,.2),[x,y,2.5+h],r+.4)));
// ---- paints
const GR=[.19,.28,.055];
const skin=(x,y,z,n)=>{const v=fbm(x*.3,y*.3,z*.3,3),w=noise(x*1.3,y*1.3,z*1.3);const c=mixc(GR,[.10,.20,.06],clamp(.35-.5*n[2]+v,0,1));return[...c.map(q=>q*(1+.12*w)),0,.5]};
const skinF=(x,y,z,n)=>{const [a,b,c]=HF.local(x,y,z);let s=skin(x,y,z,n).slice(0,3);const blush=Math.exp(-((b+9)**2+(c+1.6)**2)/7)+.5*Math.exp(-((Math.abs(a)-3.4)**2+(b+3.2)**2+(c+1)**2)/1.6);s=mixc(s,[.36,.16,.07],clamp(blush*.75,0,.7));return[...s,0,.45]};
const earIn=(a,b,c)=>{const g=a>0?earL:earR,[u,v,w]=g.local(a,b,c),L=g.L,t=clamp(w/L,0,1),hw=3.5*Math.pow(1-t,.8)*step(-.34,.3,t)+.25,vv=Math.abs(v-.9*Math.sin(t*3.1)+.6*t);const us=.9-.22*vv*vv/(hw*.33+.25)-1.6*t*t;return u<us?.8*step(hw-.5,hw-1.2,vv)*step(.98,.7,t):.12*step(.5,1,t)};
const skinE=(x,y,z,n)=>{const s=skin(x,y,z,n).slice(0,3);const [a,b,c]=HF.local(x,y,z);return[...mixc(s,[.38,.17,.09],earIn(a,b,c)),0,.5]};
const leather=(x,y,z,n,q0)=>{const c=Array.isArray(q0)?q0:[.24,.125,.06];const v=fbm(x*.35,y*.35,z*.35,3);return[...c.map(q=>q*(1+.5*v)),0,.55]};
const red=(x,y,z,n)=>{const v=fbm(x*.2,y*.2,z*.2,3);return[.36*(1+.5*v),.052*(1+.4*v),.03,0,.75]};
const linen=(x,y,z)=>{const v=fbm(x*.5,y*.5,z*.5,3);return[.46*(1+.4*v),.39*(1+.4*v),.26*(1+.3*v),0,.8]};
/** The parts, for variants; each has the name of its form. */
export let parts;
export {kO,kZ,kX,HO,S};
const C=compose(parts=[B,{n:'rocks',f:rocks,k:.3,paint:(x,y,z,n)=>stone(x,y,z,n,[.27,.26,.25],.7)},{n:'branchT',f:branchT,k:.2,bb:[-14,-14,2,12,-7,7],paint:(x,y,z,n)=>wood(x,y,z,n,[.24,.16,.09],3)},{n:'sk',f:sk,k:.15,paint:bonePaint},{n:'shS',f:shS,k:.2,paint:()=>[.55,.47,.33,0,.6]},{n:'shC',f:shC,k:.1,paint:()=>[.55,.16,.03,0,.4]},
 {n:'footL',f:footL,k:.25,paint:skin},{n:'footR',f:footR,k:.25,paint:skin},{n:'cl',f:cl,k:.1,paint:()=>[.10,.085,.06,0,.35]},{n:'legs',f:legs,k:.3,paint:skin},{n:'shins',f:shins,k:.15,paint:linen},
 {n:'skirt',f:skirt,k:.15,bb:[-9,-3,7,9,11,16],paint:(x,y,z,n)=>leather(x,y,z,n,[.15,.075,.038])},{n:'flap',f:flap,k:.15,bb:[-4,-5,5,4,2,15.5],paint:red},{n:'jerkin',f:jerkin,k:.25,bb:[-9,-8,9,9,8,29],paint:leather},{n:'lace',f:lace,k:.1,paint:linen},{n:'strapF',f:strapF,k:.1,bb:[-8,-7,14,8,7,28],paint:(x,y,z,n)=>leather(x,y,z,n,[.075,.05,.035])},{n:'belt',f:belt,k:.1,bb:[-7,-3,12,7,10,17],paint:(x,y,z,n)=>leather(x,y,z,n,[.07,.045,.03])},{n:'buckle',f:buckle,k:.08,paint:(x,y,z)=>metal(x,y,z,BRASS,.1)},
 {n:'shF',f:shF,k:.15,paint:(x,y,z,n)=>{const [a,b,c]=shF.local(x,y,z),q=len2(a,b);if(q>6.2)return metal(x,y,z,IRON,.5);return wood(x,y,z,n,[.26,.15,.07],Math.floor(a*.42+.25)+5)}},{n:'boss',f:boss,k:.1,paint:(x,y,z)=>metal(x,y,z,STEEL,.35)},
 {n:'arms',f:arms,k:.3,paint:skin},{n:'bracers',f:bracers,k:.12,paint:(x,y,z,n)=>leather(x,y,z,n,[.11,.06,.035])},{n:'handL',f:handL,k:.45,paint:skin},{n:'nailsL',f:nailsL,k:.08,paint:()=>[.12,.10,.07,0,.35]},{n:'fist',f:fist,k:.4,paint:skin},{n:'knifeH',f:knifeH,k:.08,paint:(x,y,z,n)=>{const c=knifeH.local(x,y,z)[2];return c>2.1||c<-2.7?metal(x,y,z,BRASS,.3):leather(x,y,z,n,[.2,.07,.04])}},{n:'bladeF',f:bladeF,k:.08,paint:(x,y,z)=>{const q=bladeF.local(x,y,z);const e=metal(x,y,z,STEEL,.3);const u=clamp((q[2]-2.6)/12,0,1),e0=q[0]-1.44*u*u;return e0<-.55||e0>.85?[.60,.61,.63,.7,.25]:[...e.slice(0,3).map(v=>v*.55),.6,.4]}},
 {n:'mantle',f:mantle,k:.2,bb:[-12,-10,17,12,9,31],paint:red},{n:'hood',f:hood,k:.25,bb:[-9,-12,19,9,8,34],paint:red},
 {n:'HF',f:HF,k:.3,paint:skinF},{n:'NO',f:NO,k:.5,paint:skinF},{n:'EA',f:EA,k:.6,paint:skinE},{n:'MO',f:MO,cut:1,k:.25,bias:-.05,bb:[-6,-14,22,7,-6,31],paint:()=>[.12,.02,.02,0,.5]},{n:'TE',f:TE,k:.06,paint:()=>[.62,.54,.32,0,.35]},{n:'EY',f:EY,bias:.09,paint:(x,y,z)=>{const [a,b,c]=EY.local(x,y,z),X=Math.abs(a)-1.95;return b<-3.6&&len2((a<0?a+1.75:a-2.0)*1.9,c-.5)<.7?[.01,.01,.01,0,.05,0,0]:[1,.70,.05,0,.08,.3,0]}},{n:'LI',f:LI,k:.15,paint:skinF},{n:'RI',f:RI,k:.05,paint:()=>GOLD},
 {n:'tail2',f:tail2,k:.1,paint:(x,y,z)=>[.50,.24,.20,0,.5]},{n:'pouch',f:pouch,k:.15,paint:(x,y,z,n)=>leather(x,y,z,n,[.26,.15,.07])}]);
export const sdf=(x,y,z)=>C.sdf(x/S,y/S,z/S)*S, paint=(x,y,z,n)=>C.paint(x/S,y/S,z/S,n);
export const view={yaw:-26,pitch:8,zoom:.94,aim:.5,bg:'#5b6250'};
