/** French lexicon of the guard. */

import { Lexicon } from './lexicon.ts'
import { stemFrench } from './stems.ts'

export const french = new Lexicon({
  code: 'fr',
  stem: stemFrench,
  attributes: 'prix, âge, taille, distance, durée, signification, habitant',
  implied: 'howmany: prix, habitant, durée; how: différence',
  openers: 'est,sont,était,peut,puis,dois,doit,a,ont,y',
  fillers: `s'il vous plaît, s'il te plaît, svp, stp, bonjour, salut, merci, merci beaucoup, dis moi, dites moi,
    peux tu me dire, pouvez vous me dire, pourriez vous me dire, pourrais tu me dire, peux tu, pouvez vous, pourriez vous,
    m' expliquer, expliquer, me dire, sais tu, savez vous, explique, expliquez, explique moi, expliquez moi, décris, aide moi, aidez moi, je voudrais savoir,
    je veux savoir, j'aimerais savoir, j' aimerais savoir, je voudrais, je veux, exactement, vraiment, actuellement,
    en ce moment, maintenant, juste, simplement, alors, donc, aussi, ceci, cela, ça, ce, cet, cette, ces, ici, là,
    montre moi, donne moi, donnez moi, me, te, nous, quelqu'un, quelque chose, on, il y a, y, en général, normalement,
    généralement, très, est ce que, qu' est ce que, qu' est ce qu', t il, t elle, t on, il, elle, s' il vous plait, c'`,
  grammar: `le, la, les, l', un, une, des, du, d', est, sont, être, était, a, ont, avoir, que, qu', quoi,
    quel, quelle, quels, quelles, et, se, s', au, aux, suis, as, ai, avez, c'est, fait, faire, m', t'`,
  negations: `ne, n', pas, jamais, rien, personne, aucun, aucune, sans, ni, non, sauf, guère, nulle part`,
  numbers: `zéro 0, deux 2, trois 3, quatre 4, cinq 5, six 6, sept 7, huit 8, neuf 9, dix 10, onze 11, douze 12, treize 13,
    quatorze 14, quinze 15, seize 16, vingt 20, trente 30, quarante 40, cinquante 50, soixante 60, cent 100, mille 1000,
    million 1000000, millions 1000000, milliard 1000000000, douzaine 12, demi 0.5, demie 0.5, moitié 0.5, double 2,
    premier 1, première 1, deuxième 2, second 2, seconde 2, troisième 3`,
  questions: `who: qui, qui est ce qui; when: quand, à quelle heure, à quelle date, en quelle année
    where: où, à quel endroit, situé, située, se trouve, se situe, où se trouve, où est
    why: pourquoi, pour quelle raison, raison, raisons, cause, causes, pour quelles raisons
    how: comment, de quelle manière, de quelle façon, comment puis je, comment peut on, étapes pour, moyen de, façon de, manière de
    howmany: combien, combien de, combien d', nombre de, quantité de, le nombre de; whether: si; whether+can: est il possible de, est il possible d', est il permis de`,
  governors: `from: depuis; to: vers, jusqu', à; before: avant; after: après; over: sur; under: sous
    in: dans, en, chez; of: de; for: pour; with: avec; between: entre; against: contre; per: par; than: que le`,
  tenses: `past: était, étaient, fut, furent, avait, avaient; present: est, sont; future: sera, seront, va, vont`,
  modals: `can: peut, puis, peux, peuvent, possible; must: dois, doit, doivent, faut, il faut; should: devrais, devrait`,
  owners: `mine: mon, ma, mes, notre, nos; yours: ton, ta, tes, votre, vos; his: lui, son, sa, ses; theirs: leur, leurs, ils, elles; me: je, j'; you: tu, vous`,
  same: `prix: coût, coûte, coûtent, combien coûte, combien coûtent, tarif, coûter; âge: quel âge, quel âge a
    taille: hauteur; distance: à quelle distance; durée: combien de temps, dure, durer
    signification: signifie, définition, veut dire, que signifie, sens, signifier; acheter: achète, achat, acquérir
    commencer: démarrer, débuter, commence, débute; supprimer: effacer, enlever, supprime; créer: crée, création
    changer: modifier, change, modifie; réparer: résoudre, répare, corriger; portable: téléphone portable, smartphone, mobile
    voiture: auto, automobile; médecin: docteur; photo: image, photographie; pays: nation; auteur: écrivain, a écrit
    inventer: inventé, inventeur, inventa; découvrir: découvert; différence: distinction, diffère
    avantage: bénéfice, atout; inconvénient: désavantage; erreur: bogue; choisir: sélectionner
    obtenir: recevoir, avoir accès à; annuler: résilier, annulation, résiliation; mot de passe: password
    email: courriel, e mail, mail; réinitialiser: réinitialise, réinitialisation
    se connecter: connexion, connecter, me connecter; se déconnecter: déconnexion, déconnecter, me déconnecter
    site: site web, site internet; vacances: congés; magasin: boutique; kilomètre: km; mètre: m; kilogramme: kg, kilo
    gramme: g; litre: l; heure: h; minute: min; euro: eur; dollar: usd; habitant: population; maladie: affection
    médicament: remède; nourriture: aliment; cuisiner: préparer, cuire; argent: sous; entreprise: société, compagnie
    ordinateur: pc; grand: énorme; petit: minuscule; rapide: vite; facile: simple; difficile: dur; livraison: expédition
    facture: note; réduction: remise, rabais; activer: allumer; désactiver: éteindre; traduire: traduction, traduit
    calculer: calcule; convertir: conversion, convertis; exemple: échantillon; train: chemin de fer; vélo: bicyclette
    professeur: enseignant; élève: écolier; né: naissance, naître, née, naquit; mort: mourir, décès, mourut, décédé
    parler: parle, parlent, parlé, parlée, parle t on; retourner: renvoyer, retour; vivre: vivent, vit; langue: langage`,
})
