import * as D from '../models/dwarf.mjs'; import { variant, frameAt, headAt, ARMS, HEADS, reds, blues, both, grey, dye, base, mt, GOLD, IRON, STEEL, bonePaint } from '../kit/variant.mjs';
const AT=frameAt(D.J.haR,D.HD,[-1,-.3,0]),HEAD=frameAt([-.2,-2.2,30.2],[-.05,-.08,1],[1,-.27,0]);
const ham=['hamH','hamG'],floor=['rock','gems','gob'],helm=['helm','trim','wing'];
const hair=to=>Object.fromEntries(['beard','plaits','tufts','hairF'].map(n=>[n,c=>[...to.map(v=>v*(c[0]+c[1])*1.25),...c.slice(3)]]));
const more={stlTris:36000,viewTris:130000};
export const dwarf_axe=()=>variant(D,{drop:[...ham,'wing'],fixed:floor,add:[...AT(ARMS.axe({lo:8,hi:17,s:1.15,two:true})),...HEAD(HEADS.horns({r:4.4,z:3,y:.2,l:1}))],tint:{'*':blues([.36,.05,.03]),...hair([.09,.075,.065])},base:base(17,'rock',2),...more});
export const dwarf_king=()=>variant(D,{drop:[...helm],fixed:floor,add:[...HEAD(HEADS.crown({r:4.7,z:2.6,y:.2,n:8,h:.95}))],tint:{'*':blues([.24,.05,.30]),...hair([.68,.66,.62])},base:base(17,'flag',13),scale:1.04,...more});
export const dwarf_mohawk=()=>variant(D,{drop:[...helm,...ham,'pauld','pauldR','furF'],fixed:floor,add:[...AT(ARMS.axe({lo:8,hi:17,s:1.2})),...HEAD(HEADS.mohawk({r:4.7,z:3.6,y:.4,c:[.75,.24,.03],h:1.3}))],tint:{'*':blues([.10,.20,.06]),...hair([.75,.24,.03])},mirror:true,base:base(17,'earth',29,2.5,{grass:.7}),...more});
export const dwarf_watch=()=>variant(D,{drop:[...helm,...ham],fixed:floor,add:[...AT(ARMS.spear({lo:8,hi:19})),...HEAD(HEADS.kettle({r:4.55,z:2.6,y:.2,h:.85,brim:1.4,paint:mt(STEEL,.2)}))],tint:{'*':blues([.05,.22,.20]),...hair([.34,.20,.09])},base:base(17,'cobble',37),...more});
