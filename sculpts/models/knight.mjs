// Errant knight. "She lost her crest at the ford and her lord at the gate; the road still owes her both." Sole to eyes 38 mm (helm top 45 mm, sword tip 58 mm above the table).
import { smin, smax, noise, fbm, cells, cyl, cap, box, sph, len2, len3, step, clamp, boulder, rng, ell, mix } from '../kit/sdf.mjs';
import { compose, base, uni, h1, mixc, bound, tube, place, metal, STEEL, IRON, BRASS, GOLD, cb, stone, glyph, groove } from '../kit/forms.mjs';
export const edge=.24, slack=.25, smooth=4, bounds=[[-27,-17,-.4],[17,15,64]];
const nrm=a=>{const l=Math.hypot(...a);return a.map(v=>v/l)},crs=(a,b)=>[a[1]*b[2]-a[2]*b[1],a[2]*b[0]-a[0]*b[2],a[0]*b[1]-a[1]*b[0]],dot=(a,b)=>a[0]*b[0]+a[1]*b[1]+a[2]*b[2];
// a limb frame: origin A, w towards B, v towards F, u = v x w
const fr=(A,B,F)=>{const D=B.map((c,i)=>c-A[i]),L=Math.hypot(...D),w=nrm(D),k=dot(F,w),v=nrm(F.map((c,i)=>c-k*w[i])),u=crs(v,w),M=A.map((c,i)=>(c+B[i])/2);
 const put=(g,R=L/2+3.5)=>{const h=(x,y,z)=>{x-=A[0];y-=A[1];z-=A[2];return g(u[0]*x+u[1]*y+u[2]*z,v[0]*x+v[1]*y+v[2]*z,w[0]*x+w[1]*y+w[2]*z)};return bound(h,M,R)};put.L=L;put.loc=(x,y,z)=>{x-=A[0];y-=A[1];z-=A[2];return[u[0]*x+u[1]*y+u[2]*z,v[0]*x+v[1]*y+v[2]*z,w[0]*x+w[1]*y+w[2]*z]};return put};
const sect=(u,v,r,k=.9)=>smax(len2(u,v)-r,Math.abs(u)*.5+v*.866-r*k,.14);
const plate=(u,v,t,a,b,r0,r1,k=.9)=>smax(sect(u,v,mix(r0,r1,clamp((t-a)/(b-a),0,1)),k)*.95,Math.abs(t-(a+b)/2)-(b-a)/2,.25);
const rim=(u,v,t,a,r,w=.36,k=.9)=>len2(sect(u,v,r,k),t-a)-w;
const S=[],G=[],MA=[],LE=[]; // steel, brass rims, mail, leather
// ---- legs
const leg=(H,K,A,T,F,o)=>{const th=fr(H,K,F),L=th.L;S.push(th((u,v,t)=>{let d=plate(u,v,t,.5,L-1.6,3.1,2.55);d=Math.min(d,plate(u,v,t,L-3.1,L-1.1,2.62,2.5));return d}));G.push(th((u,v,t)=>rim(u,v,t,L-3.1,2.62,.3)));
 const sh=fr(K,A,F),M=sh.L;S.push(sh((u,v,t)=>{let d=plate(u,v,t,1,M-.2,2.2,1.55);d=smin(d,ell(u,v+.9,t-2.6,1.9,1.7,2.8),.5);d=Math.min(d,plate(u,v,t,.9,2.6,2.5,2.35));return d}));G.push(sh((u,v,t)=>Math.min(rim(u,v,t,2.6,2.36,.28),rim(u,v,t,M-.6,1.6,.42))));
 const kn=fr(K,[K[0]+A[0]-H[0],K[1]+A[1]-H[1],K[2]+A[2]-H[2]],F);const q=o>0?1:-1;S.push(kn((u,v,t)=>{let d=smax(ell(u,v-.5,t,2.7,2.75,2.5),Math.abs(u)*.62+(v-.5)*.78-2.2,.2);d=smax(d,Math.abs(u)*.3+(v-.5)*.6+Math.abs(t)*.74-2.6,.25);return d},5));
 // fan on the outer side
 const fx=nrm([o,-.25,0]);const fa=fr([K[0]+fx[0]*2.3,K[1]+fx[1]*2.3,K[2]],[K[0]+fx[0]*3.6,K[1]+fx[1]*3.6,K[2]],[0,0,1]);S.push(fa((u,v,t)=>{const r=len2(u,v),a=Math.atan2(v,u);return smax(r-2.1-.18*Math.cos(a*5),Math.abs(t-.25+.12*r)-.5,.25)+.22*step(.25,0,Math.abs(((a/1.2566+50.5)%1)-.5)*r)},4));G.push(fa((u,v,t)=>sph(u,v,t-.7,.7),3));
 const ft=fr([A[0]-(T[0]-A[0])*.22,A[1]-(T[1]-A[1])*.22,T[2]],T,[0,0,1]),N=ft.L;S.push(ft((u,v,t)=>{const s=clamp(t/N,0,1),w=(1.95+.5*Math.sin(s*2.6))*(s>.62?Math.sqrt(Math.max(.05,1-((s-.62)/.40)**2)):1),sw=((t/1.25+20)%1),h=mix(2.5,1.15,step(.1,.95,s))+.30*(sw<.72?1-sw/.72:(sw-.72)/.28)*step(.3,.36,s)*step(1,.9,s);let d=smax(Math.abs(u)-w,v+Math.abs(u)*.35-h,.3);d=smax(d,-v-.35,.15);return smax(d,Math.max(-t-.3,t-N-.1),.4)*.88},N/2+2.5));
 S.push(bound((x,y,z)=>cap(x,y,z,A[0],A[1],A[2],A[0]-(T[0]-A[0])*.05,A[1]-(T[1]-A[1])*.05,A[2]-1.2,1.75,1.9),[A[0],A[1],A[2]-.6],2.8))};
leg([-3,.7,19.8],[-4.6,-.9,11.4],[-5.6,1.5,5.2],[-8.6,-4.2,3.0],[-.35,-1,.05],-1);
leg([3,-.2,19.8],[5.0,-6.6,15],[5.3,-5.6,8.7],[6.6,-11.6,6.9],[.1,-1,.35],1);
// ---- torso: surcoat over a breastplate, turned to the sword side
const TY=-.3,ct=Math.cos(TY),st=Math.sin(TY),TO=[-.2,0,29];const tl=(x,y)=>{x-=TO[0];y-=TO[1];return[ct*x+st*y,-st*x+ct*y]};
const chest=(x,y,z)=>{const [a,b]=tl(x,y),c=z-29;let d=ell(a,b+.5,c-.2,5.8,4.6,6.2);d=smin(d,cap(a,b,c,-5,.4,4.2,5,.4,4.2,2.5),1.6);d=smin(d,ell(a,b,c+5.6,4.6,3.65,4.6),1.6);d=smax(d,Math.abs(a)*.5-b*.866-4.35-.03*c,.35);
 const an=Math.atan2(b,a),k=step(1,-6,c);d-=.42*k*Math.sin(an*8+.5*c)+.2*Math.sin(an*5+1.4+c*.5)*step(4,-2,c);return d*.86};
const chev=(x,y,z)=>{const [a,b]=tl(x,y),c=z-29;return Math.max(Math.abs(c+.9*Math.abs(a)-2.4)-1.15,b+.5,-c-4.6)};
const stp=(x,y,z)=>{const [a,b]=tl(x,y),c=z-29;return smax(Math.abs(a*.76+c*.65-.2)-.85,chest(x,y,z)-.42,.34)};
S.push(bound((x,y,z)=>{const [a,b]=tl(x,y),c=z-29;let d=99;for(let i=0;i<3;i++){const r=4.5-.5*i,z0=5.6+i*.95;d=Math.min(d,smax((len2(a*.95,b-.1)-r)+.25*(c-z0),Math.abs(c-z0)-.85,.2))}return d*.9},[0,0,35.6],6.4));
// belt, buckle, faulds, mail hem
const wr=(x,y,a,b)=>(len2(x/a,y/b)-1)*Math.min(a,b);
const fauld=(x,y,z)=>{const s=(21.6-z)/1.65,i=Math.floor(s),f=s-i;const g=.34*Math.max(0,21.6-z);return smax(wr(x,y,4.5+g,3.7+g*.9)-.32*f,Math.max(z-21.8,16.7-z),.2)*.85};S.push(fauld);
const mail=(x,y,z)=>{const g=.34*Math.max(0,21.6-z),a=Math.atan2(y,x);return smax(wr(x,y,4.3+g,3.5+g*.9)-.16*Math.sin(a*34)*Math.sin(z*4.6),Math.max(z-18,14.9+.3*Math.sin(a*4)-z),.25)*.8};
const belt=(x,y,z)=>smax(Math.abs(wr(x,y,4.55,3.75)-.25)-.6,Math.abs(z-22+.10*x)-.98,.34);LE.push(bound(stp,[0,0,28.5],9.5));{const q=[-1.9*.955-.2,-5.2,31.6];G.push(bound((x,y,z)=>{const X=x-q[0],Y=y-q[1],Z=z-q[2],u=X*.65-Z*.76,v=X*.76+Z*.65;return Math.max(cb(u,Y,v,1.1,.6,1.35,.3),-cb(u,Y,v,.5,2,.75,.2))},q,2.2))}
LE.push(bound(belt,[0,0,22],7));
G.push(bound((x,y,z)=>{const X=x+1.4,Y=y+4.6,Z=z-22.1;return Math.max(cb(X,Y,Z,1.5,.55,1.35,.35),-cb(X,Y,Z,.8,2,.7,.2))},[-1.4,-4.6,22.1],2.4));LE.push(tube([[-2.6,-4.5,22.2,.62],[-3.4,-5.2,20.6,.6],[-3.7,-5.7,18.4,.58],[-3.9,-5.9,16.6,.5]]));
const pouch=place((x,y,z)=>Math.min(cb(x,y,z,1.7,1.1,1.7,.6),cb(x,y+.25,z-.7,1.85,1.15,1.0,.5)),[-5.4,-1.6,19.6],{yaw:-1.0,roll:.1,R:3});LE.push(pouch);G.push(bound((x,y,z)=>sph(x+6.4,y+2.2,z-19.5,.48),[-6.4,-2.2,19.5],.6));
// scabbard at the left hip
const sc=fr([5.4,1.4,22],[10.4,10.2,8.6],[1,0,0]);LE.push(sc((u,v,t)=>smax(smax(Math.abs(v)*.9+Math.abs(u)*.45-.95,Math.abs(u)-1.15,.2),Math.abs(t-7.5)-8.2,.4)));G.push(sc((u,v,t)=>smax(smax(Math.abs(v)*.9+Math.abs(u)*.45-1.25,Math.abs(u)-1.4,.2),Math.min(Math.abs(t-14.8)-1.5,Math.abs(t-1.2)-1),.2)));
// ---- cloth panels
const front=(x,y,z)=>{const h=Math.max(0,22-z),X=x+.6+.024*h*h,w=3.1+.14*h,e=Math.abs(X)-w;const ys=-4.35-.36*h+.012*h*h+.42*Math.sin(X*1.5+.25*h)*step(0,7,h);const hem=8.6+1.1*Math.sin(X*1.3+1)+.9*Math.abs(((X*.55+9)%1)-.5)*2+(X>1.6?1.2:0);let d=Math.abs(y-ys)*.8-.58;d=smax(d,e,.3);d=smax(d,(hem-z)*.75,.3);return smax(d,z-22.6,.3)*.85};
const back=(x,y,z)=>{const h=Math.max(0,22-z),X=x+.2+.030*h*h,w=4.6+.17*h,e=Math.abs(X)-w;const ys=3.6+.42*h-.006*h*h+.75*Math.sin(X*.95-.15*h+.6)*step(0,8,h)-.05*X*X*step(8,0,h);const hem=5.6+1.2*Math.sin(X*.9+2)+1.5*Math.abs(((X*.36+9)%1)-.5)*2;let d=Math.abs(y-ys)*.78-.62;d=smax(d,e,.3);d=smax(d,(hem-z)*.7,.3);return smax(d,z-22.6,.3)*.85};
// ---- arms
const arm=(s,A,E,H,F,o)=>{const up=fr(A,E,F);S.push(up((u,v,t)=>plate(u,v,t,.5,up.L-.6,2.05,1.95)));G.push(up((u,v,t)=>rim(u,v,t,up.L-1.9,2.02,.3)));
 S.push(bound((x,y,z)=>sph(x-E[0],y-E[1],z-E[2],2.25),E,2.4));const el=nrm([E[0]*2-A[0]-H[0],E[1]*2-A[1]-H[1],E[2]*2-A[2]-H[2]]);const ep=fr([E[0]+el[0]*.4,E[1]+el[1]*.4,E[2]+el[2]*.4],[E[0]+el[0]*3,E[1]+el[1]*3,E[2]+el[2]*3],[0,0,1]);S.push(ep((u,v,t)=>smax(Math.max(t-2.3+.55*Math.max(Math.abs(u),Math.abs(v)),-t-.4),Math.max(Math.abs(u)*.7+Math.abs(v)*.7-2.5,Math.abs(u)-2.2,Math.abs(v)-2.2),.25)*.85,4.4));
 const fo=fr(E,H,F),L=fo.L;S.push(fo((u,v,t)=>{let d=plate(u,v,t,.8,L-.5,2.05,1.55);d=Math.min(d,plate(u,v,t,L-3.6,L-.6,2.5,1.6));return d}));G.push(fo((u,v,t)=>rim(u,v,t,L-3.6,2.5,.36)))};
const RA=[-6.6,1.9,33.2],RE=[-11.4,4.0,28.6],RH=[-12.6,-2.0,32.4],LA=[6.3,-1.8,33.2],LX=[10.2,-2.2,27.2],LH=[6.6,-7.9,27.2];
arm(-1,RA,RE,RH,[-.6,-.4,.6],-1);arm(1,LA,LX,LH,[.8,-.5,.2],1);
const pauldron=(C,D,F)=>{const p=fr(C,[C[0]+D[0]*5,C[1]+D[1]*5,C[2]+D[2]*5],F);S.push(p((u,v,t)=>{let d=99;for(let i=0;i<4;i++){const t0=-1.6+i*1.35,R=3.75-.06*i*i-(i===3?.15:0);const v0=i===0?smax(ell(u,v,t+.2,3.7,3.9,3.3),t-.4,.2):smax(smax(len2(u,v*.95)-R+.36*(t-t0),Math.abs(u)*.42+v*.9-R*.93,.2),Math.abs(t-t0)-.9,.26);d=Math.min(d,v0);if(i)d=Math.min(d,len2(Math.max(len2(u,v*.95)-R+.3,Math.abs(u)*.42+v*.9-R*.93+.3),t-t0-.8)-.27)}return d*.88},6.5));G.push(p((u,v,t)=>Math.min(len2(Math.max(len2(u,v*.95)-3.35,Math.abs(u)*.42+v*.9-3.1),t-3.25)-.38,sph(Math.abs(u)-2.2,v-2.75,t+.2,.5)),6.5))};
pauldron([-6.9,1.7,34.4],nrm([-.72,.25,-.6]),[-.35,-.6,.75]);pauldron([6.7,-2.0,34.4],nrm([.62,-.1,-.75]),[.5,-.55,.5]);
// ---- great helm, turned to the shield side
const HO=[.1,-1.0,40.6],hd=(f,R=16)=>place(f,HO,{yaw:.22,pitch:-.06,roll:-.07,s:1.09,R});
const hs=(x,y,r)=>smax(len2(x*1.04,y*.97)-r,Math.abs(x)*.60-y*.80-r*.97,.25);
const helmF=(x,y,z)=>{const q=-y;let d=smax(hs(x,y,3.75-.05*(z+1)),Math.max(z-1.2,-z-3.9-.16*q),.2);d=Math.min(d,smax(hs(x,y,3.62-.10*Math.max(0,z-1.4)),Math.max(z-4.15+.02*len2(x,y)**2*.6,-z),.45));
 d=Math.min(d,smax(hs(x,y,4.02),Math.abs(z+3.2+.16*q)-.62,.2));
 const sl=Math.max(Math.abs(z-.62)-.42,Math.abs(Math.abs(x)-1.75)-1.3,y+1.2,-(hs(x,y,3.75)+1.3));d=smax(d,-sl,.1);
 for(let i=0;i<3;i++)for(let j=0;j<2;j++){const h=len2(Math.abs(x)-1.25-.85*j,z+1.0+.8*i-.4*j)-.32;d=smax(d,-Math.max(h,y+1,-(hs(x,y,3.75)+.7)),.08)}
 // a dent and a sword cut
 d=smax(d,-ell(x+2.9,y+1.6,z-2.9,.9,1.1,.75),.3);return d*.9};
const hb=(x,y,z)=>{const v=hs(x,y,3.72);let d=smax(Math.abs(v-.16)-.38,Math.min(Math.max(Math.abs(Math.abs(z-.62)-.86)-.34,Math.abs(x)-3.5,y+.4),Math.max(Math.abs(x)-.46,z-3.6,-z-3.6,y+1)),.3);return d*.9};
const feather=(L,A,T,cut)=>(u,v,n)=>{let d=99;for(let i=0;i<5;i++){const a=A[i],ca=Math.cos(a),sa=Math.sin(a),t=u*ca+v*sa,w=-u*sa+v*ca,l=L[i];const tt=clamp((t-.5)/(l-1.4),0,1);let f=len2(w,t-.5-tt*(l-1.4))-mix(.95,1.42,tt)*(cut?.8:1);f=smax(f,Math.abs(n-.26*i+.5+.05*t)-.5,.2);f+=.22*step(.3,.05,Math.abs(w))*step(.8,1.6,t)+.17*step(.22,.06,Math.abs(((t+Math.abs(w)*-.9)*.42+20+i*.3)%1-.5))*step(.25,.5,Math.abs(w))*step(2.6,3.4,t);if(cut)f=smax(f,t-l+1.0+.9*Math.abs(((w*.9+i*.37+9)%1)-.5)*2,.12);if(f<d)d=f}return smin(d,len3(u,v,n)-1.25,.4)*.85};
const wf=(s)=>{const U=nrm([s*.34,.16,.93]),W=nrm([s*.98,.05,-.1]);const k=dot(U,W);const V=nrm(W.map((c,i)=>c-k*U[i])),N=crs(U,V);return(g)=>(x,y,z)=>{x-=s*3.35;y-=-.2;z-=1.9;return g(U[0]*x+U[1]*y+U[2]*z,V[0]*x+V[1]*y+V[2]*z,(N[0]*x+N[1]*y+N[2]*z)*s)}};
const AN=[-.16,.20,.56,.94,1.34];const wingL=wf(1)(feather([11,10.6,9.6,8.0,6.0],AN,0,0)),wingR=wf(-1)(feather([5.4,4.2,3.6,4.0,2.8],AN,0,1));
const helm=hd(helmF,7),helmB=hd(hb,7),wL=hd((x,y,z)=>wingL(x,y,z),16),wR=hd((x,y,z)=>wingR(x,y,z),11);
MA.push(bound((x,y,z)=>{const c=z-36.5,a=Math.atan2(y+.6,x);return(len2(x,y+.6)-3.3+.35*c-.14*Math.sin(a*26)*Math.sin(z*4.6))*.8+Math.max(0,Math.abs(c)-2)},[0,-.6,36.5],6));
// ---- sword
const SD=nrm([-.40,.16,.90]),SA=[RH[0]-SD[0]*.2-.2,RH[1]-.9-SD[1]*.2,RH[2]+.9];const sw=fr(SA,[SA[0]+SD[0]*10,SA[1]+SD[1]*10,SA[2]+SD[2]*10],[-.25,-1,0]);
const swb=(g,R)=>{const f=sw(g,R);f.c=[SA[0]+SD[0]*10,SA[1]+SD[1]*10,SA[2]+SD[2]*10];f.R=21;return f};
const blade=swb((u,v,t)=>{const w=mix(1.75,1.15,clamp((t-3)/22,0,1))*clamp((28.4-t)/3.4,.02,1);let d=(Math.abs(u)/w+Math.abs(v)/.82-1)*.82*w/Math.hypot(w,.82);d=smax(d,Math.abs(u)-w+.45,.3);d=smax(d,-smax(smax(Math.abs(u)-.5,Math.abs(t-9.5)-7,.2),.42-Math.abs(v),.12),.2);
 d=smax(d,-(len2(u-w-.1,t-16.5)-.55),.1);d=smax(d,-(len2(u+w+.15,t-21)-.5),.1);return Math.max(d,1.5-t,t-28.2)*.9});
const hilt=swb((u,v,t)=>{let d=smax(Math.max(Math.abs(v)-.72-.05*Math.abs(u),Math.abs(t-2.55-.035*u*u)-.62-.06*Math.abs(u)),Math.abs(u)-4.6,.3);d=Math.min(d,smax(len2(u,t+4.3)-1.65,Math.abs(v)-.85+.12*len2(u,t+4.3)*0,.3),smax(len2(u,t+4.3)-.85,Math.abs(v)-1.15,.2));return d});
const grip=swb((u,v,t)=>smax(len2(u,v*1.1)-.78-.12*Math.sin(t*6),Math.abs(t)-4,.2));
// fist round the grip: four plated fingers, a thumb, a back plate
const fist=sw((u,v,t)=>{let d=99;const T=[1.5,.45,-.6,-1.6];for(let i=0;i<4;i++){const y=t-T[i];let f=smax(len2(len2(u,v)-1.35,y)-.66,-v*0-9,.1);f=smax(f,Math.abs(y)-.5,.12);const a=Math.atan2(v,u);f+=.16*step(.22,.06,Math.abs(((a*1.1+20)%1)-.5));d=Math.min(d,f)}d=Math.min(d,smax(len2(u,v)-1.75,Math.abs(t)-1.9,.3));d=Math.min(d,cap(u,v,t,1.5,-.4,1.9,-.4,1.75,1.5,.72,.62));return d},4);fist.c=SA;fist.R=4;S.push(fist);
{const bk=fr(RH,SA,[-1,.2,.3]);S.push(bk((u,v,t)=>cb(u,v-.3,t-.7,1.7,1.25,1.5,.7),4))}
S.push(bound((x,y,z)=>cb(x-LH[0],y-LH[1],z-LH[2],1.9,1.5,1.8,.7),LH,3.2));LE.push(bound((x,y,z)=>cb(x-8.6,y+7.3,z-26.6,1.4,1.3,2.6,.5),[8.6,-7.3,26.6],3.6));
// ---- shield
const SH=[8.4,-9.0,25.6],shP=f=>place(f,SH,{yaw:.20,pitch:.10,roll:.13,R:12});
const h2=(a,c)=>{a=Math.abs(a);return Math.max(c>1?a-6:(len2(a+6,c-1)-12)*.98,c-6.6-.06*(6-a)*0)};const bend=a=>.036*a*a;
const cuts=(a,c)=>Math.min(len2(a+6.2,c-3.2)-.8,len2(a-5.2,c+4.4)-.75);
const shF=shP((a,b,c)=>{const y=b-bend(a),e=h2(a,c);let d=smax(e,Math.abs(y)-.75,.3);const cv=Math.abs(c+.82*Math.abs(a)-3.4)-1.4;d=Math.min(d,smax(smax(cv,e+1.1,.1),Math.abs(y+.5)-.66,.3));const g=(p,q,m,n)=>{const t=clamp(((a-p)*(m-p)+(c-q)*(n-q))/((m-p)**2+(n-q)**2),0,1);return len2(a-p-(m-p)*t,c-q-(n-q)*t)};if(y<0){const s=Math.min(g(-3.8,5.2,-1.2,3.4),g(1.6,-5.4,3.4,-2.4),g(-3.4,-.6,-2.2,-4.2));d+=.45*step(.42,.1,s)}return smax(d,-cuts(a,c),.1)*.92});
const shR=shP((a,b,c)=>{const y=b-bend(a),e=h2(a,c);let d=smax(Math.abs(e+.35)-.62,Math.abs(y+.1)-1.08,.34);d=smax(d,-cuts(a,c),.1);for(let i=0;i<9;i++){const s=Math.floor(i/2)*(1)+0;}return d*.92});
const arS=shP((a,b,c)=>Math.min(cap(a,b,c,-2.58,.5,3.8,-5.4,-6.6,7.4,.52),9)),arF=shP((a,b,c)=>{const t=(b+3.9)/-2.6,w=.5+1.0*step(0,1.1,t);const z0=4.2+(b+.3)*-.508,x0=-2.9+(b+.3)*.397;const p=Math.abs(a-x0),q=Math.abs(c-z0);return smax(Math.min(Math.max(p-.42,q-w),Math.max(q-.42,p-w)),Math.abs(b+5.2)-1.35,.12)*.8});
const shB=shP((a,b,c)=>{const y=b-bend(a),q=len2(a,c+1.1);let d=smax(q-2.5,Math.abs(y+.7)-.62,.2);d=Math.min(d,smax(ell(a,y+.9,c+1.1,1.8,1.9,1.8),y+.2,.1));const k=Math.round(Math.atan2(c+1.1,a)/1.0472)*1.0472;d=Math.min(d,sph(a-2.1*Math.cos(k),y+1.25,c+1.1-2.1*Math.sin(k),.34));return d*.92});
// ---- base: flagstones, and the broken milestone under her foot
const BC=-2.6,B0=base(14.5,'flag',41,2.5,{moss:.9});const B={f:(x,y,z)=>B0.f(x,y-BC,z),k:.3,paint:(x,y,z,n)=>B0.paint(x,y-BC,z,n),bb:[-14.6,-17.2,-.2,14.6,12,6]};
const ms=boulder([6,-8.2,4.2],[5.4,5.0,2.75],77,{planes:14,cut:.84,round:.05,yaw:.2});
const cr=(x,y)=>{const t=x*.93+y*.37+.7*Math.sin(y*.9+1)+.35*Math.sin(y*2.3);return Math.min(Math.abs(t-5.2),Math.abs(x*.35-y*.94-8.2+.5*Math.sin(x*1.4))+(t>5.2?0:.4+.2*Math.abs(t-5.2)))};
const mile=(x,y,z)=>{let d=ms(x,y,z);if(d<1.2){d+=.1*fbm(x*.8,y*.8,z*.8,3)+.55*step(.42,.08,cr(x,y));const g=glyph((x-3.4)/1.3,(z-4.5)/1.4,8)*1.3;if(y<-10.4)d+=.4*step(.42,.2,g)}return d};
const rk=uni([boulder([-10.5,-7.4,3.2],[1.9,1.6,1.3],91),boulder([-8.6,-9.8,3],[1.1,1.2,.9],92),boulder([11.6,-3.0,3.3],[1.6,1.9,1.5],93),boulder([.2,-13.4,3],[1.3,1,.9],94),boulder([-10,6.4,3.4],[2.4,2,1.8],95)]);
const cloth=(c,h)=>(x,y,z,n)=>{const v=fbm(x*.3,y*.3,z*.3,3);return[...c.map(q=>q*(1+.25*v)),0,.82]};
const RED=[.34,.022,.028],CREAM=[.62,.55,.40];const stl=(x,y,z)=>{const v=fbm(x*.5,y*.5,z*.5,3);return[...mixc([.33,.35,.39],[.17,.13,.10],.55*step(.12,.5,v+.22*noise(x*1.7,y*1.7,z*1.7))),.72,.33]};
const bb=(L,p=0)=>[0,1,2].map(i=>Math.min(...L.map(f=>f.c[i]-f.R))).concat([0,1,2].map(i=>Math.max(...L.map(f=>f.c[i]+f.R))));
S.forEach(f=>{if(!f.c)bound(f,[0,0,19],8.5)});
// near groups share a box, so that far from them nothing is evaluated
const grp=(L,p)=>{const o={};for(const f of L){const k=(f.c[2]<12?0:f.c[2]<24?1:2)+(f.c[0]<0?'a':'b');(o[k]??=[]).push(f)}return Object.values(o).map(l=>({...p,f:uni(l),bb:bb(l)}))},auto=L=>L.map(p=>p.bb||!p.f.c?p:{...p,bb:bb([p.f])});
/** The parts, for variants; each has the name of its form. */
export let parts;
export {SA,SD,HO};
export const {sdf,paint}=compose(parts=auto([B,{n:'mile',f:mile,k:.25,bb:[0,-14,1,12,-2,9],paint:(x,y,z,n)=>y<-10.4&&glyph((x-3.4)/1.3,(z-4.5)/1.4,8)<.3&&n[2]<.6?[.05,.05,.05,0,.9,0,0]:stone(x,y,z,n,[.33,.32,.30],.7)},{n:'rk',f:rk,k:.3,bb:[-13,-15,1,14,9,6],paint:(x,y,z,n)=>stone(x,y,z,n,[.30,.29,.27],.7)},
 ...grp(MA,{k:.1,paint:()=>[.12,.125,.135,.7,.45]}),{n:'mail',f:mail,bb:[-8,-7,14,8,7,19],paint:()=>[.12,.125,.135,.7,.45]},
 ...grp(S,{k:.05,paint:stl}),...grp(G,{k:.05,paint:(x,y,z)=>metal(x,y,z,GOLD,.1)}),
 {n:'chest',f:chest,k:.05,bb:[-8,-7,20,8,7,37],paint:(x,y,z,n)=>cloth(mixc(RED,CREAM,step(.13,-.13,chev(x,y,z))))(x,y,z,n)},{n:'front',f:front,bb:[-12,-11,6,5,-3,23],k:.05,paint:(x,y,z,n)=>{const h=22-z,X=x+.6+.024*h*h;return cloth(mixc(RED,CREAM,step(.54,.30,Math.abs(Math.abs(X)-(2.05+.14*h)))))(x,y,z,n)}},{n:'back',f:back,bb:[-20,2,3,7,14,23],k:.05,paint:cloth(RED)},
 ...grp(LE,{k:.05,paint:(x,y,z)=>{const v=fbm(x*.5,y*.5,z*.5);return[.17+.06*v,.085+.03*v,.035,0,.55]}}),
 {n:'helm',f:helm,paint:(x,y,z,n)=>{const [a,b,c]=helm.local(x,y,z);if(b<-1&&hs(a,b,3.75)<-.35&&c<2)return[.008,.008,.01,0,.8,0,0];return stl(x,y,z)}},{n:'helmB',f:helmB,paint:(x,y,z)=>metal(x,y,z,GOLD,.1)},{n:'wL',f:wL,paint:(x,y,z)=>wing(wL,x,y,z)},{n:'wR',f:wR,paint:(x,y,z)=>wing(wR,x,y,z)},
 {n:'blade',f:blade,paint:(x,y,z)=>{const [u,v,t]=sw.loc(x,y,z);const f=step(.55,.35,Math.abs(u))*step(17,16,t);return[.58-.3*f,.60-.3*f,.64-.3*f,.75,.24]}},{n:'hilt',f:hilt,paint:(x,y,z)=>metal(x,y,z,GOLD,.1)},{n:'grip',f:grip,paint:()=>[.13,.05,.03,0,.6]},
 {n:'shF',f:shF,paint:(x,y,z,n)=>{const [a,b,c]=shF.local(x,y,z),yy=b-bend(a);if(yy>0)return[.16,.085,.035,0,.7];const cv=Math.abs(c+.82*Math.abs(a)-3.4)-1.4;const w=step(.25,.4,noise(x*.9+3,y*.9,z*.9)+.3*noise(x*3,y*3,z*3));return[...mixc(mixc([.66,.59,.44],[.42,.025,.03],step(.18,-.06,cv)),[.20,.12,.06],w*.55),0,.5]}},{n:'arS',f:arS,k:.1,paint:()=>[.25,.15,.07,0,.6]},{n:'arF',f:arF,k:.05,paint:()=>[.6,.56,.5,0,.7]},{n:'shR',f:shR,paint:(x,y,z)=>metal(x,y,z,[.30,.31,.33,.7,.38],.25)},{n:'shB',f:shB,paint:(x,y,z)=>metal(x,y,z,GOLD,.1)}]));
function wing(w,x,y,z){const v=noise(x*.6,y*.6,z*.6);return[.66+.1*v,.58+.1*v,.42+.08*v,0,.5]}
export const view={yaw:17,pitch:5,zoom:1.0,aim:.48,bg:'#58606e'};
