// The eight studios: each artist has their own backdrop, lamps and grade, so that a shop is known by its pictures.
import { fbm, noise, ridge, step, mix } from './sdf.mjs'; import { h1, brick } from './forms.mjs';
const lin=h=>[1,3,5].map(i=>{const c=parseInt(h.slice(i,i+2),16)/255;return c<=.04045?c/12.92:((c+.055)/1.055)**2.4}),mx=(a,b,t)=>a.map((v,i)=>v+(b[i]-v)*t);
const SOFT=[{az:-42,el:46,spread:13,I:3.6,c:'#fff3e4',n:7},{az:148,el:32,spread:10,I:2.2,c:'#c9ddff',n:2},{az:-140,el:24,spread:10,I:1.1,c:'#ffd0a8',n:2}];
/** A sweep of one colour that grows lighter behind the model. */
const sweep=(near,far)=>{const a=lin(near),b=lin(far);return(u,v,x,y,S)=>{const w=step(S*1.5,S*6,v);return{c:mx(a,b,w),wall:w}}};
const GROUNDS={
 slate:()=>sweep('#565e6a','#6d7480'), rust:()=>sweep('#4b3a33','#7a5546'), parchment:()=>sweep('#b9ad98','#cfc6b4'),
 // planks of a workbench, out of focus towards the back
 bench:()=>{const A=lin('#7d5638'),B=lin('#5b3c26'),far=lin('#2d2019');return(u,v,x,y,S)=>{const w=S*.62,k=Math.floor(u/w+50.5),e=Math.abs(u/w+50.5-k-.5)*2,h=h1(k,4),f=step(S*1.2,S*7,v);let g=.5+.5*ridge(u*.09+h*9,v*.012+h*50,h*7,3);let c=mx(A,B,Math.min(1,Math.max(0,g*.8+.35*(h-.5))));const gap=step(.985,.95,e);c=c.map(q=>q*(.35+.65*gap));return{c:mx(c,far,f),wall:f}}},
 // a cutting mat with its grid
 mat:()=>{const A=lin('#1f5650'),Ln=lin('#7fb3a4'),far=lin('#20302f');return(u,v,x,y,S)=>{const g=(q,s,w)=>step(w,w*.4,Math.abs(((q/s+200)%1)-.5)*0+Math.min(((q/s+200)%1),1-((q/s+200)%1))*s),f=step(S*1.5,S*6,v);const fine=Math.max(g(u,10,.34),g(v,10,.34)),bold=Math.max(g(u,50,.6),g(v,50,.6));return{c:mx(mx(A,Ln,Math.min(1,fine*.45+bold*.5)*(1-f)),far,f),wall:f}}},
 // blueprint: deep blue with thin lines on ground and wall
 blueprint:()=>{const A=lin('#1b2d52'),Ln=lin('#6f90c8'),far=lin('#101a33');return(u,v,x,y,S)=>{const m=(q,s)=>{const r=((q/s+400)%1);return Math.min(r,1-r)*s};const f=step(S*1.6,S*5.5,v),fine=Math.max(step(.32,.1,m(u,12)),step(.32,.1,m(v,12)));return{c:mx(mx(A,Ln,.4*fine*(1-f)),far,f),wall:f}}},
 // dusk: dark ground, a glow behind the horizon
 dusk:()=>{const A=lin('#2d2630'),hor=lin('#b8643c'),top=lin('#2a2348');return(u,v,x,y,S)=>{const f=step(S*1.2,S*5,v);const t=Math.min(1,Math.max(0,(.62-y)/.62));const w=mx(hor,top,Math.pow(t,.7));return{c:mx(A,w,f),wall:f,e:w.map(q=>q*.22*f)}}},
 // moss and blurred leaves
 forest:()=>{const A=lin('#3d4534'),B=lin('#2a3026'),far=lin('#1d2620');return(u,v,x,y,S)=>{const f=step(S*1.2,S*4.5,v);let c=mx(A,B,.5+.8*fbm(u*.06,v*.06,3,4)+.3*noise(u*.7,v*.5,1));let w=far;let e=[0,0,0];if(f>0)for(let i=0;i<26;i++){const X=h1(i,1),Y=h1(i,2)*.66,r=.02+.05*h1(i,3),d=Math.hypot(x-X,y-Y),q=step(r,r*.86,d)*(.35+.5*h1(i,5));if(q>0)e=e.map((v,k)=>v+q*f*[.035,.062,.022][k]*(h1(i,6)>.7?1.7:1))}return{c:mx(c,w,f),wall:f,e}}},
 // old flagstones, candle-lit
 crypt:()=>{const far=lin('#15171d'),A=lin('#4d4f57');return(u,v,x,y,S)=>{const f=step(S*1.1,S*5,v),[e,r]=brick(u+200,v+200,S*.9,S*.6,3);const l=(.8+.5*(r-.5)+.5*fbm(u*.1,v*.1,2,3))*(.35+.65*step(.1,.9,e));return{c:mx(A.map(q=>q*l),far,f),wall:f}}},
 snow:()=>sweep('#aeb9c6','#8296ad'),
};
export const groundOf=st=>GROUNDS[st.ground]();
const st=(ground,lamps,more={})=>({ground,lamps,...more});
export const STUDIOS={
 slate:st('slate',SOFT),
 // Bryn: a workbench in the light of one warm lamp
 bench:st('bench',[{az:-58,el:40,spread:9,I:4.6,c:'#ffdcae',n:7},{az:130,el:30,spread:10,I:1.8,c:'#9fc0ff',n:2}],{sky:'#ffeeda',domeI:.72,bounce:'#7d5638',exposure:2.1,vignette:.6}),
 mat:st('mat',[{az:-30,el:58,spread:18,I:3.4,c:'#fbfaf4',n:7},{az:60,el:35,spread:14,I:1.2,c:'#e8f3ff',n:2},{az:165,el:30,spread:8,I:1.6,c:'#ffffff',n:2}],{domeI:1.15,bounce:'#2a5f58',vignette:.25}),
 blueprint:st('blueprint',[{az:-50,el:38,spread:10,I:3.6,c:'#e6f0ff',n:7},{az:140,el:28,spread:8,I:4.2,c:'#4fa0ff',n:2},{az:-140,el:18,spread:8,I:2.6,c:'#ff8a4a',n:2}],{sky:'#cfdcff',domeI:.8,bounce:'#1b2d52',exposure:2.15}),
 dusk:st('dusk',[{az:-48,el:34,spread:11,I:3.2,c:'#ffe0c0',n:7},{az:150,el:22,spread:9,I:5,c:'#ff8648',n:2},{az:-130,el:24,spread:9,I:1.8,c:'#7f7aff',n:2}],{sky:'#d9d4ff',domeI:.72,bounce:'#5a3a34',exposure:2.15}),
 forest:st('forest',[{az:-35,el:56,spread:16,I:3.9,c:'#fff2d0',n:7},{az:155,el:40,spread:12,I:2.6,c:'#e0ffb8',n:2}],{sky:'#e6f4e4',domeI:.92,bounce:'#3f4f2c'}),
 crypt:st('crypt',[{az:-62,el:26,spread:8,I:4.4,c:'#ffc98a',n:7},{az:120,el:36,spread:10,I:2.8,c:'#7fd0c8',n:2},{az:-160,el:30,spread:8,I:1.2,c:'#9aa8ff',n:2}],{sky:'#c8d4e4',domeI:.6,bounce:'#3a3b42',exposure:2.3,vignette:.7}),
 parchment:st('parchment',[{az:-40,el:50,spread:20,I:2.7,c:'#fffaf0',n:7},{az:50,el:40,spread:16,I:.9,c:'#fff4e0',n:2}],{sky:'#fffaf2',domeI:1.25,bounce:'#b9ad98',exposure:1.75,vignette:.18}),
 snow:st('snow',[{az:-38,el:40,spread:14,I:3,c:'#fff1dc',n:7},{az:145,el:30,spread:10,I:2.4,c:'#a8c8ff',n:2}],{sky:'#dfeaff',domeI:1.05,bounce:'#aeb9c6',exposure:1.8,vignette:.25}),
 rust:st('rust',[{az:40,el:40,spread:9,I:4.2,c:'#ffe4c4',n:7},{az:-145,el:28,spread:9,I:3,c:'#ff9a5c',n:2},{az:165,el:34,spread:9,I:1.6,c:'#8fb4ff',n:2}],{sky:'#ffe9d8',domeI:.75,bounce:'#6b4636',exposure:2.15}),
};
