import * as O from '../models/orc.mjs'; import { variant, frameAt, headAt, ARMS, HEADS, greens, both, grey, dye, base, lea, mt, STEEL, IRON, bonePaint } from '../kit/variant.mjs';
const AT=frameAt(O.P0,O.H,O.E),HEAD=headAt(O.HO,{yaw:.28,pitch:.1,roll:-.08,s:1.08});
const blade=['blade','bRiv'],top=['band','hairF'],floor=['rocks','helm','sword','hilt'];
const SK=['torso','arms','fists','HF','EA','LI'],hide=to=>Object.fromEntries(SK.map(n=>[n,c=>{const l=(.3*c[0]+.6*c[1]+.1*c[2])*2.4,red=c[0]>c[1]*1.9;return red?c:[...to.map(v=>v*l),...c.slice(3)]}]));
export const orc_axe=()=>variant(O,{drop:[...blade,...top],fixed:floor,add:[...AT(ARMS.axe({lo:24,hi:34,s:1.25,two:true,rust:.5})),...HEAD(HEADS.horns({r:3.8,z:2.8,l:1.05}))],tint:hide([.36,.22,.15]),base:base(17,'rock',9),view:{yaw:-24}});
export const orc_maul=()=>variant(O,{drop:[...blade,'spike'],fixed:floor,add:[...AT(ARMS.mace({lo:24,hi:33,r:4,m:[.2,.19,.185,.6,.45]})),...AT(ARMS.mace({lo:24,hi:33,r:4,m:[.2,.19,.185,.6,.45]}).slice(2,3))],tint:hide([.25,.27,.30]),mirror:true,base:base(17,'cobble',14),view:{yaw:-24}});
export const orc_glaive=()=>variant(O,{drop:[...blade,...top],fixed:floor,add:[...AT(ARMS.glaive({lo:22,hi:30})),...HEAD(HEADS.spike({r:3.9,z:2.2,y:.8}))],tint:hide([.20,.30,.12]),twist:.25,base:base(17,'flag',3),view:{yaw:-18}});
