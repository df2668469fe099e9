// Tri-lens Breacher (void trooper). "Third through the airlock, first to the far wall." 36 mm to the eyes from the table (33 mm above the base), 43 mm to the antenna tip.
import { smin, smax, noise, fbm, cells, cyl, cap, box, sph, len2, len3, step, clamp, boulder, rng, ell, rot, mix } from '../kit/sdf.mjs';
import { compose, uni, h1, mixc, bound, tube, place, metal, STEEL, IRON, BRASS, cb, line, armour, hazard, base, stone } from '../kit/forms.mjs';
export const edge=.24, bounds=[[-17,-17,-.3],[17,17,48]];
const B=base(15,'rock',71,2.5,{moss:0});
const G=(f,c,R)=>{const g=(x,y,z)=>{const l=len3(x-c[0],y-c[1],z-c[2])-R;return l>1?l:f(x,y,z)};g.local=f.local;return bound(g,c,R)};
// a frame along p->q; v>0 is the back
const lim=(p,q,h,f,R=4)=>{let w=[q[0]-p[0],q[1]-p[1],q[2]-p[2]];const L=len3(...w);w=w.map(t=>t/L);const k=h[0]*w[0]+h[1]*w[1]+h[2]*w[2];let v=h.map((t,i)=>t-k*w[i]);const l=len3(...v);v=v.map(t=>t/l);const u=[v[1]*w[2]-v[2]*w[1],v[2]*w[0]-v[0]*w[2],v[0]*w[1]-v[1]*w[0]];
 return G((x,y,z)=>{x-=p[0];y-=p[1];z-=p[2];return f(u[0]*x+u[1]*y+u[2]*z,v[0]*x+v[1]*y+v[2]*z,w[0]*x+w[1]*y+w[2]*z,L)},[0,1,2].map(i=>(p[i]+q[i])/2),L/2+R)};
const pl=(f,t,o)=>{const g=place(f,t,o);const h=G(g,g.c,g.R);h.local=g.local;return h};
// ---------- legs
const hipR=[-3,.8,19.6],knR=[-5.2,-1,12.2],anR=[-6,1.5,5.6], hipL=[3,.2,19.8],knL=[5.7,-7,17],anL=[6.3,-5.2,10.6];
const suitT=(u,v,w,L)=>cap(u,v,w,0,0,0,0,0,L,2.5,1.9)+.16*Math.cos(w*4.2)*step(1.2,.4,Math.abs(u)*0+Math.abs(v-2)*.4);
const plateT=s=>(u,v,w,L)=>{let d=cb(u-s*.5,v+.5,w-L*.5,2.35,2.3,L*.32,.9);return d+line(w-L*.62,.3,.3)};
const shin=(u,v,w,L)=>{const k=1.14-.2*w/L;let d=smax(cb(u/k,v/k,w-L*.5,1.95,2.1,L*.5-.1,.9)*.95,-(v+2.3*k-.5*Math.abs(u)),.2);d=smin(d,ell(u,v-1.3,w-L*.32,1.7,1.5,2.6),.3);return d+line(w-L*.74,.3,.32)};
const keel=(u,v,w,L)=>cb(u/(1.1-.25*w/L),v+2.2-.3*w/L,w-L*.5,.95,.75,L*.5,.45);
const knee=(u,v,w)=>{const a=Math.abs(u);let d=smax(Math.max(a-1.95,a*.72+Math.abs(w)*.7-2.35,Math.abs(w)-2.3),Math.abs(v-.32*a)-.62,.25);d=Math.min(d,smax(Math.max(a-.9,a*.72+Math.abs(w)*.7-1.3),Math.abs(v-.32*a+.5)-.55,.2));return d};
const bootF=(x,y,z)=>{const X=Math.abs(x);let d=smax(cb(x,y+.9,z-.65,2.05+.12*Math.cos(y*1.1),3.9,.7,.4)+.25*step(.32,.18,Math.abs(((y+20)/1.3)%1-.5))*step(.8,.4,z),z-1.35,.1);d=Math.min(d,smax(cb(x,y+.9,z-2.2,1.75,3.4,1.5,1),(z-3.2-.42*(y-.2))*.9,.3),cb(x,y+3.4,z-1.7,1.9,1.5,1.15,.8),cb(x,y-2,z-1.7,1.7,1.2,1.1,.6));d=Math.min(d,smax(len2(x,y-.4)-2.15,Math.abs(z-3.4)-.75,.3));return d};
const strapB=(x,y,z)=>smax(Math.abs(z-2.35-.4*(y+.6))-.4,cb(x,y+.9,z-2.1,2.0,3.2,1.75,1),.2);
const bR=pl(bootF,[-6.1,1.5,2.9],{yaw:-.5,s:1.12,R:6.5}),bL=pl(bootF,[6.4,-5.4,8.1],{yaw:.2,pitch:-.03,s:1.12,R:6.5}),sR=pl(strapB,[-6.1,1.5,2.9],{yaw:-.5,s:1.12,R:6.5}),sL=pl(strapB,[6.4,-5.4,8.1],{yaw:.2,pitch:-.03,s:1.12,R:6.5});
const suitLegs=uni([lim(hipR,knR,[.3,1,0],suitT,3.4),lim(hipL,knL,[0,.6,1],suitT,3.4),G((x,y,z)=>sph(x-knR[0],y-knR[1],z-knR[2],2),knR,2),G((x,y,z)=>sph(x-knL[0],y-knL[1],z-knL[2],2),knL,2)],.3);
const legPl=uni([lim(hipR,knR,[.3,1,0],plateT(-1),3.6),lim(hipL,knL,[0,.6,1],plateT(1),3.6),lim([knR[0],knR[1],knR[2]-.9],anR,[.45,1,0],shin,3.4),lim([knL[0],knL[1],knL[2]-.9],anL,[-.2,1,0],shin,3.4)]);
const keels=uni([lim([knR[0],knR[1],knR[2]-2.4],anR,[.45,1,0],keel,3),lim([knL[0],knL[1],knL[2]-2.4],anL,[-.2,1,0],keel,3)]);
const kf=(k,h,up)=>lim([k[0]-h[0]*2.3-up[0]*.0,k[1]-h[1]*2.3,k[2]-h[2]*2.3],[k[0]-h[0]*2.3+up[0],k[1]-h[1]*2.3+up[1],k[2]-h[2]*2.3+up[2]],h,knee,3.4);
const knees=uni([kf(knR,[.38,.9,-.1],[0,.1,1]),kf(knL,[-.12,.93,-.3],[0,.3,1])]);
// ---------- pelvis
const pelv=pl((x,y,z)=>{const X=Math.abs(x);let d=ell(x,y,z-.2,4.6,3.3,3.1);d=smin(d,sph(X-3,y,z+.6,2.5),.8);return d},[0,.6,20.4],{yaw:.1,roll:-.05,R:7});
const BO=[[0,.6,20.4],{yaw:.14,roll:-.06,R:8}];
const beltF=(x,y,z)=>{const q=len2(x/5.0,y/3.75);let d=smax((q-1)*3.6,Math.abs(z-1.6)-.75,.2);d=smax(d,-((q-.82)*3.6),.1);return d};
const pouchF=(x,y,z)=>{let d=99;for(const [a,r,h] of [[-2.35,4.6,1.3],[-.78,4.6,1.3],[.0,5.3,1.5],[3.14,5.3,1.5]]){const cx=5.1*Math.cos(a),cy=3.9*Math.sin(a),c=Math.cos(a+1.5708),s=Math.sin(a+1.5708),u=(x-cx)*c+(y-cy)*s,v=-(x-cx)*s+(y-cy)*c;d=Math.min(d,cb(u,v,z-.9,1.25,1.1,h,.4),cb(u,v-.1,z-.9-h*.55,1.42,1.25,h*.45,.35),cb(u,v+1.2,z-.7,.32,.4,.4,.15))}return d};
const codF=(x,y,z)=>{const X=Math.abs(x);let d=smax(Math.max(X-1.9+.35*(1.4-z)*.8,Math.abs(z+.2)-2.3),Math.abs(y+3.5-.25*X+.12*(z))-.6,.25);return d};
const buckF=(x,y,z)=>Math.min(cb(x,y+3.95,z-1.6,1.25,.55,1.0,.35)+.0,cb(x,y+4.4,z-1.6,.55,.35,.45,.2));
const tasF=(x,y,z)=>{const X=Math.abs(x)-4.9;const a=.36,u=X*Math.cos(a)+(z+.9)*Math.sin(a)*-1,w=X*Math.sin(a)*1+(z+.9)*Math.cos(a);return smax(cb(u*1,y,w,.62,2.5,2.3,.35),w-3,.1)};
const belt=pl(beltF,...BO),pouch=pl(pouchF,...BO),cod=pl(codF,...BO),buck=pl(buckF,...BO),tas=pl(tasF,...BO);
// tabard: cloth between the legs
const tabF=(x,y,z)=>{const t=clamp((1-z)/9,0,1.2),cx=-1.2*t*t,wd=2.0+.55*t;const X=x-cx,fold=.5*t*Math.sin(X*2.1+1+t*1.5),yy=-3.75-.9*t-.7*Math.sin(t*2.4)*.5+fold;return smax(smax(Math.abs(X)-wd,Math.max(z-1.2,-7.6-z-.45*Math.cos(X*2.1)),.2),Math.abs(y-yy)-.5,.35)*.82};
const tab=pl(tabF,[0,.6,20.4],{yaw:.05,R:10});
// ---------- torso frame: origin at the waist
const TO=[-.1,.5,21.8],TW={yaw:.26,pitch:.09,roll:-.05};const tor=(f,R=15,c=[0,0,6])=>pl(f,TO,{...TW,R:R});
const absF=(x,y,z)=>{let d=ell(x,y,z-1.6,3.9,3.1,4);return d+.2*Math.cos(z*4.4)};
const chestF=(x,y,z)=>{const X=Math.abs(x);let d=X*.96-(z-5)*.2-4.95;d=smax(d,-y*.9+X*.2+(z-5.6)*.36-4.1,.3);d=smax(d,-y*.9+X*.2-(z-5.6)*.3-4.1,.3);d=smax(d,y-3.1,.4);d=smax(d,z-10.6+X*.16,.4);d=smax(d,1.3-z,.4);d=smax(d,X*.75-y*.66-6.1,.3);if(d>1)return d;return d+line(z-3.3,.3,.34)+0};
const pecF=(x,y,z)=>{const X=Math.abs(x),f=-y*.9+X*.2+(z-5.6)*.36-4.1;return smax(smax(Math.max(X-4.5+(9.4-z)*.06,.42-X,z-9.5+X*.2,5.2-z-X*.14),0-9,.1),smax(Math.abs(f)-.5,-y*.9+X*.2-(z-5.6)*.3-4.55,.1),.22)};
const embF=(x,y,z)=>{const f=-y*.9+Math.abs(x)*.2+(z-5.6)*.36-4.1;return smax(Math.min(len2(x+2.5,z-8.7)-.58,len2(x+3.25,z-7.4)-.58,len2(x+1.75,z-7.4)-.58),Math.abs(f-.42)-.27,.08)};
const collar=(x,y,z)=>{const q=len2(x,(y+.2)*1.05);const R=3.5+.12*(z-10);return smax(smax(Math.abs(q-R)-.55,Math.abs(z-11)-1.15-.16*y,.25),0-9,.1)};
const lames=(x,y,z)=>{const X=Math.abs(x);let d=99;for(let i=0;i<3;i++){const a=.34+.32*i,cx=7.9+i*1.3-.12*i*i,cz=10.4-i*2.15,ca=Math.cos(a),sa=Math.sin(a),u=(X-cx)*ca-(z-cz)*sa,w=(X-cx)*sa+(z-cz)*ca+.045*y*y;const hy=4-.3*i;let p=cb(u,y-.2,w,2.45,hy,.6,.38);p=Math.min(p,cb(u-2.0,y-.2,w-.3,.45,hy+.14,.6,.28));d=Math.min(d,p)}return d};
const rivets=(x,y,z)=>{const X=Math.abs(x);let d=99;for(let i=0;i<3;i++){const a=.34+.32*i,cx=7.9+i*1.3-.12*i*i,cz=10.4-i*2.15,ca=Math.cos(a),sa=Math.sin(a),u=(X-cx)*ca-(z-cz)*sa,w=(X-cx)*sa+(z-cz)*ca+.045*y*y;d=Math.min(d,ell(u-.3,Math.abs(y-.2)-2.8+.3*i,w-.55,.55,.55,.45))}return d};
const shR=[-7.2,.3,8.2],elR=[-9.4,-2.6,1.8],haR=[-4.6,-7.0,-.2],shL=[7.2,.3,8.2],elL=[10.4,-2.2,2.4],haL=[7.0,-6.7,4.2];
const uarm=(u,v,w,L)=>cap(u,v,w,0,0,0,0,0,L,2.1,1.65)+.15*Math.cos(w*4.6);
const elb=(u,v,w,L)=>Math.min(cyl(w-L,v,u,1.75,1.7,.35),cyl(w-L,v,u,1.1,2.0,.3));
const farm=(u,v,w,L)=>{const k=1.1-.16*w/L;let d=cb(u/k,v/k,w-L*.52,1.75,1.75,L*.40,.7);d=Math.min(d,cb(u,v-1.7,w-L*.45,.95,.8,L*.3,.35));d=Math.min(d,smax(len3(u,v,0)-1.5,Math.abs(w-L*.95)-.7,.2));return d+line(w-L*.72,.28,.3)};
const armS=tor(uni([lim(shR,elR,[0,1,0],uarm,3),lim(shL,elL,[0,1,0],uarm,3)]));
const armP=tor(uni([lim(shR,elR,[-.2,-.2,1],elb,3),lim(shL,elL,[.2,-.2,1],elb,3),lim(elR,haR,[-.6,-.5,0],farm,3.2),lim(elL,haL,[.6,-.2,-1],farm,3.2)]));
// ---------- rifle: s along, t up, v depth
const TH=.50,cT=Math.cos(TH),sT=Math.sin(TH);const rf=f=>tor((x,y,z)=>{x-=.3;z-=3;return f(x*cT+z*sT,-x*sT+z*cT,y+7.5+.0*x)},17);
const gunF=(s,t,v)=>{const V=Math.abs(v);let d=cb(s+2,t-.2,v,4.3,1.75,1.3,.5);if(d>12)return d;d=Math.min(d,cb(s+2.2,t-.2,v,2.6,.85,1.5,.3));
 d=Math.min(d,smax(cb(s+8.4,t+.35,v,2.7,1.5,.95,.45),(t*-.9-(s+8)*.35*-1-2.2),.2),cb(s+10.9,t+.55,v,.6,1.75,1.1,.35)); // stock
 d=Math.min(d,cyl(t-.15,v,s-9,.95,3.6,.15));let m=cb(s-12.1,t-.15,v,1.5,1.25,1.2,.45);m+=.3*step(.3,.16,Math.abs(((s+40.1)/1.25)%1-.5))*step(.35,.6,Math.abs(t-.15)+0*V);d=Math.min(d,m);d=Math.max(d,-cyl(t-.15,v,s-13.6,.6,1.1)); 
 d=Math.min(d,cb(s-1.4,t-1.85,v,6.8,.42,.62,.25)); // rail
 d=Math.min(d,cb(s-7.9,t-2.6,v,.5,.8,.45,.25)); // front sight
 d=Math.min(d,smax(cb(s+4.5-.3*(t+2.6),t+2.6,v,.85,1.9,.85,.35),-9,.1)); // grip
 d=Math.min(d,smax(Math.abs(len2(s+2.7,t+1.7)-.95)-.28,V-.4,.15)); return d};
const shroudF=(s,t,v)=>{let d=cb(s-5.6,t-.1,v,3.6,1.5,1.5,.6);if(d>2)return d;const q=Math.abs(((s-2.6)/1.3+20)%1-.5);d+=.55*step(.3,.22,q)*step(.75,.55,Math.abs(t-.1))*(v<0||v>0?1:0);return d};
const magF=(s,t,v)=>{const S=s+.2-.18*(t+3);return Math.min(cb(S,t+2.9,v,1.35,2.3,.9,.35)+.2*step(.28,.16,Math.abs(((t+40)/1.05)%1-.5))*step(.9,.7,Math.abs(S)),cb(S,t+5.1,v,1.5,.4,1.05,.2))};
const scopeF=(s,t,v)=>{let d=Math.min(cyl(t-3.25,v,s+1.4,.82,2.3,.2),cyl(t-3.25,v,s-.9,1.08,.75,.2),cyl(t-3.25,v,s+3.5,.95,.5,.2));d=Math.max(d,-cyl(t-3.25,v,s-1.8,.7,.5));return Math.min(d,cb(s+.6,t-2.4,v,.4,.55,.5,.15),cb(s+2.6,t-2.4,v,.4,.55,.5,.15),cyl(s+1.4,v,t-4,.45,.4,.1))};
const cellF=(s,t,v)=>cb(s+2.2,t-.35,Math.abs(v)-1.5,1.7,.36,.28,.15);
const handF=(s,t,v)=>{ // right hand on the grip, back of the hand to the front
 let d=smin(cb(s+4.9,t+2.55,v+1.25,1.25,1.6,.7,.5),cap(s,t,v,-6.2,-2.7,-.6,-5.2,-2.5,-.9,1.25,1.2),.4);
 for(let i=0;i<4;i++){const T=-1.35-i*.82,S=i===0?.5:0;d=smin(d,cap(s,t,v,-4,T,-1.45,-3.15+S,T-.05,-1.0,.56,.52),.12);d=Math.min(d,cap(s,t,v,-3.15+S,T-.05,-1.0,-3.1+S,T,.5,.52,.46))}
 // left hand under the shroud, fingers up the front
 d=Math.min(d,smin(cb(s-6,t+1.75,v-.1,1.9,.75,1.45,.45),cap(s,t,v,6.2,-1.9,.3,6.8,-2.8,.8,1.4,1.4),.4));
 for(let i=0;i<4;i++){const S=4.55+i*.98;d=Math.min(d,smin(cap(s,t,v,S,-1.7,-1.2,S,-.75,-1.95,.6,.56),cap(s,t,v,S,-.75,-1.95,S-.1,.55,-1.75,.56,.48),.1))}
 d=Math.min(d,cap(s,t,v,5,-1.2,1.6,4.2,.4,1.8,.6,.5));return d};
const plateH=(s,t,v)=>Math.min(cb(s+5.2,t+2.6,v+1.95,.85,1.15,.4,.25),cb(s-6,t+2.45,v+.5,1.4,.35,1,.2));
const gun=rf(gunF),shroud=rf(shroudF),mag=rf(magF),scope=rf(scopeF),cell=rf(cellF),hands=rf(handF),hplate=rf(plateH);
const lensS=rf((s,t,v)=>cyl(t-3.25,v,s-1.35,.74,.3,.1));
// ---------- head
const HC=[.1,-1.3,14.5],HR={yaw:-.62,pitch:.05,roll:.05};const hd=f=>tor(pl(f,HC,{...HR,R:6.4}),18);
const helmF=(x,y,z)=>{const X=Math.abs(x);let d=X*.97+z*.16-2.95;d=smax(d,(-y-3.5)*.86+(z+1.6)*.52,.25);d=smax(d,z*.93-y*.34-3.05,.3);d=smax(d,z*.84+y*.54-3.7,.3);d=smax(d,y*.94+z*.2-3.6,.4);d=smax(d,-z-2.7,.3);d=smax(d,X*.74+z*.68-3.72,.25);d=smax(d,X*.66-y*.75-3.95,.25);d=smax(d,z*.75+y*.66-3.9,.35);d=smax(d,X*.6+y*.8-4.5,.4);
 // brow: a wide sloped ledge over the lenses; neck guard in three lames
 d=smin(d,smax(cb(x,y+2.1+.06*x*x,z-1.15-.1*(y+2)-.0,2.95,1.5,.42,.3),-9,.1),.12);
 for(let i=0;i<3;i++){const Y=2.2+i*.55,Z=-1.3-i*.75;d=Math.min(d,smax(smax(Math.abs(len2(x*.95,y)-(2.95+i*.42)-.0)-.42,Math.abs(z-Z)-.55,.2),-(y-.2),.2))}
 d=Math.min(d,cb(x,y-.3,z-3.35-.36*(y-.3),.55,1.7,.75,.3)); // keel
 d=Math.min(d,cyl(y-.4,z+.3,X-2.95,1.25,.5,.2)); d+=line(len2(y-.4,z+.3)-.75,.25,.3)*(X>2.9?1:0); return d};
const tubesF=(x,y,z)=>{const X=Math.abs(x);let d=cyl(X-1.42,z+.1,y+3.3,1.36,1.15,.2);d=Math.max(d,-cyl(X-1.42,z+.1,y+4.6,1.02,.7));let e=cyl(x,z-2.0-.0,y+2.2,1.12,1.3,.2);e=Math.max(e,-cyl(x,z-2.0,y+3.6,.8,.6));return Math.min(d,e)};
const lensF=(x,y,z)=>{const X=Math.abs(x);return Math.min(ell(X-1.42,y+3.85,z+.1,1.1,.5,1.1),ell(x,y+2.95,z-2,.86,.45,.86))};
const respF=(x,y,z)=>{const X=Math.abs(x);let d=cb(x,y+3.35,z+2.15,1.35,1.25,1.25,.5);d+=.3*step(.3,.16,Math.abs(((x+20.42)/.84)%1-.5))*step(-3.9,-4.2,y)*step(1,.7,Math.abs(z+2.15));const u=X-2.05,v=y+2.9;const m=u*.55-v*.83;d=Math.min(d,smax(len2(u*.83+v*.55,z+2.2)-.98,Math.abs(m)-1.25,.2),smax(Math.abs(len2(u*.83+v*.55,z+2.2)-.95)-.25,Math.abs(m-.9)-.3,.1));return d};
const helm=hd(helmF),tubes=hd(tubesF),lens=hd(lensF),resp=hd(respF);
// ---------- backpack
const packF=(x,y,z)=>{const X=Math.abs(x);let d=cb(x,y-5.2,z-6.2,4.3,2.5,4.5,.9);if(d>8)return d;d=Math.min(d,cb(X-4.3,y-5,z-4.6,1.1,1.8,2.8,.5));d+=line(z-7.2,.3,.34)*(y>4?1:0);d=Math.min(d,cb(x,y-7.6,z-7.4,2.2,.7,2.2,.4));return d};
const ventF=(x,y,z)=>{const X=Math.abs(x)-4.9,Z=z-13.2,a=.3,u=X*Math.cos(a)-Z*Math.sin(a),w=X*Math.sin(a)+Z*Math.cos(a),v=y-5.2;let d=cb(u,v,w,1.75,2.1,4.2,.55);d=Math.min(d,cb(u,v,w-3.6,2.15,2.5,.6,.35));d+=.55*step(.34,.2,Math.abs(((w+40)/1.05)%1-.5))*step(1.4,1.1,Math.abs(u))*step(2.9,2.6,w)*step(-1.8,-1.4,w);d=smax(d,-cb(u,v,w-4.8,1.35,1.7,1.5,.2),.1);return d};
const glowF=(x,y,z)=>{const X=Math.abs(x)-4.9,Z=z-13.2,a=.3,u=X*Math.cos(a)-Z*Math.sin(a),w=X*Math.sin(a)+Z*Math.cos(a),v=y-5.2;return cb(u,v,w-.4,1.25,1.62,3.0,.3)};
const roll=(x,y,z)=>{const q=len2(y-5.4,z-.4);let d=smax(q-1.9,Math.abs(x)-5,.4);d+=.12*Math.sin(Math.atan2(z-.4,y-5.4)*3+q*3);d=Math.min(d,smax(Math.abs(q-1.95)-.35,Math.abs(Math.abs(x)-2.9)-.5,.15));return d};
const ant=(x,y,z)=>Math.min(cap(x+3.2,y-7.4,z,0,0,9,0,.6,19.6,.62,.45),sph(x+3.2,y-8,z-19.8,.75),cyl(x+3.2,y-7.4,z-10.4,.95,.7,.2));
const pack=tor(packF,17),vent=tor(ventF,19),glow=tor(glowF,19),bed=tor(roll,12),antn=tor(ant,24);
const cab=tor(uni([tube([[-3.4,-3.6,3.2,.55],[-5.6,-3,1.6,.55],[-6.2,.6,1.4,.55],[-5,4,2.6,.55]],{ring:1.1,amp:.22}),tube([[3.4,-3.6,3.2,.55],[5.6,-3,1.6,.55],[6,.6,1.4,.55],[5,4,2.6,.55]],{ring:1.1,amp:.22})]),17);
const hose=hd(uni([tube([[2.7,-2.4,-2.5,.6],[3.4,-1,-3.5,.62],[3.5,1,-4.1,.62],[3.3,3.4,-4.2,.6]],{ring:1.2,amp:.2}),tube([[-2.7,-2.4,-2.5,.6],[-3.4,-1,-3.5,.62],[-3.5,1,-4.1,.62],[-3.3,3.4,-4.2,.6]],{ring:1.2,amp:.2})]));
// ---------- scarf
const scf=uni([tube([[-3.4,-1.6,10.7,1.05],[-1.6,-4.5,9.7,1.1],[1.6,-4.5,9.9,1.1],[3.6,-1.4,11.2,1.05],[2.6,2.4,11.6,1],[-2.4,2.4,11.4,1],[-3.4,-1.6,10.7,1.05]])],.4);
const tail=tube([[2.6,2.0,11.2,1],[5.4,1.7,12.5,1.25],[8.6,1.8,12.0,1.45],[11.4,2.2,13.4,1.5],[13.4,2.3,13.3,1.3]]);
const scarf=tor((x,y,z)=>Math.min(scf(x,y,z-.0),tail(x,(y-2)*2.1+2+.5*Math.sin(x*1.1+z*.8),z)*.5)+.18*Math.sin(z*3.1+Math.atan2(y,x)*2.5),19);
// ---------- ground: a broken slab with rebar, rubble
const slabF=(x,y,z)=>{let d=cb(x,y,z,4.7,4.4,2.7,.35);d=smax(d,x*.8+y*.5-4.4+.3*noise(y*.9,z*.9,2),.2);d=smax(d,-x*.7-y*.7-4.9+.5*noise(y*.8,z,4),.2);return d+.1*fbm(x*.8,y*.8,z*.8)+.2*step(.05,0,cells(x*.14+5,y*.14,z*.14+3))};
const SO=[[6.6,-6.4,5.5],{yaw:.5,pitch:-.02,roll:.03,R:8}],slab0=pl(slabF,...SO),slab=(x,y,z)=>smax(slab0(x,y,z),len2(x,y)-13.7,.4);
const rebar=uni([tube([[3,-6.4,5.8,.46],[.6,-6.9,6.2,.46],[-.7,-7.2,7.6,.44]]),tube([[3.4,-9,5,.46],[1.2,-10.1,5.1,.46],[-.4,-10.9,4.7,.44]]),tube([[9,-3,6.6,.46],[11.3,-2,7,.46],[11.9,-1.6,8.6,.44]])]);
const rk=[];{const r=rng(7);for(const [x,y,s] of [[-9.4,-7.4,1.7],[-11,-3.4,1.2],[-6,-10.6,1.4],[11,3.4,1.9],[8.4,8.6,1.5],[-10,7.4,2],[-5.6,11,1.3],[1.4,10.4,1.2],[12.2,-1.6,1.2],[2,-12.6,1.2],[-2.4,-7.6,.9],[-11.2,2.8,1],[4,5.6,1]])rk.push(boulder([x,y,2.8],[s*(1+.3*r()),s*(1+.3*r()),s*.85],r()*999|0,{roll:(r()-.5)*.6,cut:.72}))}const rocks=uni(rk);
const PET=[.030,.150,.165],CRM=[.56,.49,.36],RUST=[.60,.115,.022],SUIT=[.040,.040,.046],LEA=[.20,.095,.045],GUN=[.115,.12,.13,.6,.38],BRS=[.55,.34,.10,.7,.36];
const A=(c,w=.26)=>(x,y,z)=>armour(x,y,z,c,w), C=(...c)=>()=>c, Mt=(c,r=.1)=>(x,y,z)=>metal(x,y,z,c,r);
const sp=(x,y,z)=>[...SUIT.map(c=>c*(1+.3*fbm(x*.5,y*.5,z*.5))),0,.7];
const lp=(x,y,z)=>[...LEA.map(c=>c*(1+.4*fbm(x*.4,y*.4,z*.4))),0,.62];
const cloth=(x,y,z,n)=>[...RUST.map(c=>c*(.95+.5*fbm(x*.25,y*.25,z*.25))),0,.85];
const conc=(x,y,z,n)=>{const [a,b,c]=slab0.local(x,y,z);if(c>2&&n[2]>.6&&Math.abs(b-2.6)<1.3)return[...mixc(hazard(a+b,2.2),[.25,.23,.21],step(-.05,.25,fbm(x*.5,y*.5,z*.5))*.9),0,.8];return stone(x,y,z,n,[.33,.315,.29],0)};
/** The parts, for variants; each has the name of its form. */
export let parts;
export {hd,rf,chL};
export const {sdf,paint}=compose(parts=[B,{n:'slab',f:slab,k:.2,paint:conc},{n:'rocks',f:rocks,k:.3,bb:[-15,-15,1,15,14,7],paint:(x,y,z,n)=>stone(x,y,z,n,[.30,.27,.24],0)},{n:'rebar',f:rebar,k:.15,bb:[-4,-14,2,14,1,9],paint:Mt([.085,.05,.036,.5,.5],.35)},
 {n:'bR',f:bR,k:.15,paint:A([.075,.078,.085],.5)},{n:'bL',f:bL,k:.15,paint:A([.075,.078,.085],.5)},{n:'sR',f:sR,k:.05,paint:lp},{n:'sL',f:sL,k:.05,paint:lp},{n:'suitLegs',f:suitLegs,k:.2,paint:sp},{n:'legPl',f:legPl,k:.08,paint:A(PET)},{n:'keels',f:keels,k:.08,paint:A(PET)},{n:'knees',f:knees,k:.08,paint:A(CRM)},
 {n:'pelv',f:pelv,k:.2,paint:sp},{n:'belt',f:belt,k:.06,paint:lp},{n:'tab',f:tab,k:.2,paint:(x,y,z,n)=>{const [a,b,c]=tab.local(x,y,z);return c<-6.4&&c>-7.1?[.62,.55,.4,0,.8]:cloth(x,y,z,n)}},{n:'cod',f:cod,k:.06,paint:A(PET)},{n:'tas',f:tas,k:.08,paint:A(PET)},{n:'pouch',f:pouch,k:.06,paint:lp},{n:'buck',f:buck,k:.05,paint:Mt(BRS)},
 {n:'absF',f:tor(absF,8),k:.2,paint:sp},{n:'chestF',f:tor(chestF,14),k:.1,paint:A(PET)},{n:'pecF',f:tor(pecF,14),k:.06,paint:A(PET)},{n:'embF',f:tor(embF,14),k:.04,bias:.03,paint:C(...[.55,.34,.10,.7,.36])},{n:'collar',f:tor(collar,15),k:.1,paint:A(PET)},{n:'armS',f:armS,k:.2,paint:sp},{n:'armP',f:armP,k:.08,paint:A(PET)},
 {n:'lames',f:tor(lames,17),k:.06,paint:(x,y,z)=>{const q=chL.local(x,y,z);return armour(x,y,z,q[0]<0&&q[2]>8.5?CRM:PET,.26)}},{n:'rivets',f:tor(rivets,17),k:.05,paint:Mt(BRS)},
 {n:'pack',f:pack,k:.12,paint:A(PET)},{n:'vent',f:vent,k:.1,paint:A([.085,.088,.095],.4)},{n:'glow',f:glow,k:.02,bias:-.02,paint:()=>[1,.30,.04,0,.5,.9]},{n:'bed',f:bed,k:.12,paint:(x,y,z,n)=>{const q=chL.local(x,y,z);return Math.abs(Math.abs(q[0])-2.9)<.55?lp(x,y,z):[.30,.27,.19,0,.9]}},{n:'antn',f:antn,k:.1,paint:(x,y,z)=>z>40.5?[.95,.16,.05,0,.3,.6]:[.06,.06,.065,.4,.4]},
 {n:'scarf',f:scarf,k:.15,paint:cloth},{n:'hose',f:hose,k:.08,paint:C(.05,.05,.055,.2,.5)},{n:'cab',f:cab,k:.08,paint:C(.05,.05,.055,.2,.5)},
 {n:'helm',f:helm,k:.06,paint:(x,y,z)=>{const t=chL.local(x,y,z),q=hL(...t);return armour(x,y,z,Math.abs(q[0])<.75&&q[2]>1.6&&q[1]>-2.2?CRM:PET,.26)}},{n:'tubes',f:tubes,k:.04,paint:Mt(GUN)},{n:'resp',f:resp,k:.05,paint:A([.085,.088,.095],.3)},{n:'lens',f:lens,k:0,bias:.06,paint:(x,y,z)=>[1,.42,.05,0,.06,.75,0]},
 {n:'gun',f:gun,k:.05,paint:Mt(GUN)},{n:'shroud',f:shroud,k:.05,paint:A(CRM)},{n:'mag',f:mag,k:.05,paint:A(RUST,.35)},{n:'scope',f:scope,k:.05,paint:Mt([.07,.072,.08,.4,.4])},{n:'lensS',f:lensS,bias:.05,paint:()=>[.1,.7,.9,0,.06,.6,0]},{n:'cell',f:cell,k:.02,bias:.03,paint:()=>[.15,.85,.95,0,.3,.8,0]},{n:'hands',f:hands,k:.05,paint:(x,y,z)=>[.075,.07,.066,0,.6]},{n:'hplate',f:hplate,k:.05,paint:A(PET)}]);
const chL=place(()=>0,TO,TW), hL0=place(()=>0,HC,HR), hL=(x,y,z)=>hL0.local(x,y,z);
export const view={yaw:-20,pitch:7,zoom:1.1,aim:.475,bg:'#6d5f57'};
