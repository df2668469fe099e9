import * as G from '../models/goblin.mjs'; import * as O from '../models/orc.mjs'; import * as K from '../models/knight.mjs'; import * as S from '../models/skeleton.mjs'; import * as D from '../models/dwarf.mjs'; import * as T from '../models/trooper.mjs'; import * as W from '../models/wizard.mjs'; import * as B from '../models/owlbeast.mjs'; import { bust } from '../kit/variant.mjs';
export const goblin_bust=()=>bust(G,{cut:21,reach:12.5,axis:[.3,-5],top:46,scale:1.9,drop:['arms','bracers','handL','nailsL','fist','knifeH','bladeF','shF','boss']});
export const orc_bust=()=>bust(O,{cut:23.5,reach:11.5,axis:[.5,-.5],top:54,scale:1.7,drop:['haft','pommel','fists','blade','bRiv','sword','hilt','helm']});
export const knight_bust=()=>bust(K,{cut:29,reach:9.2,axis:[0,-.5],top:62,scale:1.9,drop:['blade','hilt','grip','shF','arS','arF','shR','shB']});
export const skeleton_bust=()=>bust(S,{cut:29,reach:9.4,axis:[-.6,-.4],top:47,scale:2.2,drop:['sword','fistR','SW','SR','fistL','grip','brace'],edge:.75});
export const dwarf_bust=()=>bust(D,{cut:17.5,reach:10.5,axis:[0,-1],top:46,scale:1.75,drop:['haft','hamH','hamG','fists','shield','shieldR','rune','gripL','bracer']});
export const trooper_bust=()=>bust(T,{cut:24,reach:9,axis:[.4,-.5],top:44,scale:2.1,drop:['gun','shroud','mag','scope','lensS','cell','hands','hplate']});
export const wizard_bust=()=>bust(W,{cut:21.5,reach:8.6,axis:[-.6,-2.2],top:57,scale:2,drop:['staffF','cry','mote','handL','fistR']});
export const owl_bust=()=>bust(B,{cut:27,reach:11.5,axis:[.5,-1.5],top:53,scale:1.8,drop:['paws','claws']});
