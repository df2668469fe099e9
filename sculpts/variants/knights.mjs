import * as K from '../models/knight.mjs'; import { variant, frameAt, headAt, ARMS, HEADS, reds, both, grey, dye, plate, base, mt, STEEL, GOLD, IRON, bonePaint } from '../kit/variant.mjs';
const AT=frameAt(K.SA,K.SD,[-1,-.3,0]),HEAD=headAt(K.HO,{yaw:.22,pitch:-.06,roll:-.07,s:1.09});
const sword=['blade','hilt','grip'],wings=['wL','wR'],still=['mile','rk'];
const coat=to=>({'*':reds(to,1.4)});
export const knight_mace=()=>variant(K,{drop:[...sword,...wings],fixed:still,add:[...AT(ARMS.mace({lo:-6,hi:15,r:2.7})),...HEAD(HEADS.plume({r:3.6,z:4,c:[.06,.12,.42]}))],tint:coat([.05,.11,.36]),base:base(14,'flag',6),view:{yaw:15}});
export const knight_horned=()=>variant(K,{drop:[...wings,'shB'],fixed:still,add:[...HEAD(HEADS.horns({r:3.4,z:1.6,l:1.02,paint:bonePaint}))],tint:{'*':c=>reds([.045,.045,.05],1.6)(c[0]>.4&&c[1]>.35&&c[2]>.2&&!c[3]?[c[0]*.9,c[1]*.62,c[2]*.2,...c.slice(3)]:c)},base:base(14,'rock',8),mirror:true,view:{yaw:15}});
export const knight_axe=()=>variant(K,{drop:[...sword,...wings],fixed:still,add:[...AT(ARMS.axe({lo:-7,hi:18,s:1})),...HEAD(HEADS.crown({r:3.55,z:3.6,n:8,h:.9}))],tint:coat([.07,.24,.08]),base:base(14,'earth',17,2.5,{grass:1}),twist:-.18,view:{yaw:15}});
export const knight_banner=()=>variant(K,{drop:[...sword],fixed:still,add:[...frameAt(K.SA,[-.08,.02,1],[1,.1,0])(ARMS.banner({lo:-29,hi:31,c:[.34,.03,.04],w:9,h:14}))],base:base(14,'cobble',31),view:{yaw:8}});
export const knight_spear=()=>variant(K,{drop:[...sword,...wings],fixed:still,add:[...frameAt(K.SA,[-.16,-.12,1],[-1,-.2,0])(ARMS.spear({lo:-27,hi:22})),...HEAD(HEADS.halo({r:3.8,z:1,y:3.6}))],tint:coat([.62,.55,.42]),base:base(14,'flag',44),view:{yaw:15}});
