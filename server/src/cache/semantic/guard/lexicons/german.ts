/** German lexicon of the guard. */

import { Lexicon } from './lexicon.ts'
import { stemGerman } from './stems.ts'

export const german = new Lexicon({
  code: 'de',
  stem: stemGerman,
  attributes: 'kosten, alter, größe, entfernung, dauer, bedeutung, einwohner',
  implied: 'howmany: kosten, einwohner; how: unterschied, kosten',
  openers: 'ist,sind,war,waren,kann,können,könnte,darf,muss,soll,sollte,hat,haben,gibt,wird,werden,macht,tut',
  fillers: `bitte, hallo, hi, guten tag, danke, vielen dank, sag mir, sagen sie mir, kannst du mir sagen,
    können sie mir sagen, könntest du mir sagen, könnten sie mir sagen, weißt du, wissen sie, erkläre mir, erkläre, erklären, kannst du erklären, kannst du mir erklären, können sie mir erklären, kannst du mir bitte sagen,
    erklären sie, erklär mir, beschreibe, nenne mir, nenne, zeig mir, zeigen sie mir, hilf mir, ich möchte wissen,
    ich will wissen, ich würde gerne wissen, ich wüsste gerne, ich möchte, ich will, mal, eigentlich, genau, denn,
    doch, nur, einfach, eben, etwa, gerade, derzeit, aktuell, momentan, kurz, es, das, dies, dieser, diese, dieses,
    da, hier, dort, so, auch, dann, man, jemand, etwas, kannst du, können sie, könnten sie, könntest du, gibt es, gibt,
    heißt, wie heißt, wie heißen, wie lautet, lautet, wie nennt man, nennt man, normalerweise, üblicherweise, gewöhnlich, überhaupt, wirklich, sehr, zu tun, mir, dir, uns`,
  grammar: `der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, ist, sind, war, waren, sein, bin, bist,
    hat, haben, habe, hatte, wird, werden, wurde, wurden, ich, du, sie, ihr, was, welche, welcher, welches,
    welchen, und, als, dass, sich, mich, dich, zu, um, worin, woran`,
  negations: `nicht, kein, keine, keinen, keinem, keiner, keines, nie, niemals, nichts, niemand, nirgends, ohne, weder,
    außer, kaum`,
  numbers: `null 0, eins 1, zwei 2, drei 3, vier 4, fünf 5, sechs 6, sieben 7, acht 8, neun 9, zehn 10, elf 11, zwölf 12,
    dreizehn 13, vierzehn 14, fünfzehn 15, sechzehn 16, siebzehn 17, achtzehn 18, neunzehn 19, zwanzig 20, dreißig 30,
    vierzig 40, fünfzig 50, sechzig 60, siebzig 70, achtzig 80, neunzig 90, hundert 100, tausend 1000, million 1000000,
    millionen 1000000, milliarde 1000000000, dutzend 12, halb 0.5, halbe 0.5, halben 0.5, doppelt 2, einmal 1,
    zweimal 2, dreimal 3, erste 1, ersten 1, erster 1, zweite 2, zweiten 2, zweiter 2, dritte 3, dritten 3, dritter 3`,
  questions: `who: wer, wen, wem, wessen; when: wann, um wie viel uhr, zu welcher zeit, um welche uhrzeit
    where: wo, an welchem ort, befindet sich, befinden sich, liegt, gelegen, befindet; whereto: wohin; wherefrom: woher
    why: warum, wieso, weshalb, weswegen, aus welchem grund, grund, gründe, ursache, ursachen
    how: wie kann ich, wie kann man, wie, auf welche weise, wie geht, wie man, wie mache ich, wie macht man, schritte
    howmany: wie viel, wie viele, wieviel, wieviele, anzahl der, anzahl, menge; whether: ob; whether+can: ist es möglich, ist es erlaubt, ist es gestattet`,
  governors: `from: aus, ab; to: nach, zum, zur, bis; than: als; before: vor; after: nachdem
    over: über; under: unter; in: in, im, an, am, auf, bei, beim, ins; with: mit; for: für; of: von, vom
    between: zwischen; against: gegen; per: pro; through: durch; since: seit`,
  tenses: `past: war, waren, wurde, wurden, hatte, hatten; present: ist, sind; future: wird, werden`,
  modals: `can: kann, können, könnte, darf, dürfen, möglich; must: muss, müssen, müsste; should: soll, sollte, sollten`,
  owners: `mine: mein, meine, meinen, meinem, meiner, unser, unsere; yours: dein, deine, deinen, euer, eure, ihre
    his: er, ihn, ihm, seine, seinen, seinem; me: ich, wir; you: du`,
  same: `kosten: preis, wie teuer, was kostet, wie viel kostet, wie viel kosten, wieviel kostet, kostet, gebühr
    alter: wie alt; größe: wie groß, wie hoch, höhe; entfernung: wie weit, distanz, abstand; dauer: wie lange, dauert
    häufigkeit: wie oft; gewicht: wie schwer, wiegt; geschwindigkeit: wie schnell, tempo
    bedeutung: bedeutet, was bedeutet, definition, bedeuten, sinn; kaufen: erwerben, kauf; beginnen: anfangen, starten, beginnt, startet, fängt an
    löschen: entfernen, lösche, entferne; erstellen: anlegen, erzeugen, erstelle; ändern: ändere, wechseln, änderung
    reparieren: beheben, repariere, behebe; handy: smartphone, mobiltelefon; auto: wagen, pkw; arzt: doktor
    foto: bild; film: kinofilm; land: staat; hauptstadt: kapitale; autor: schriftsteller, verfasser, schrieb, geschrieben, verfasst, verfasste
    erfinden: erfand, erfunden, erfinder, erfindet
    entdecken: entdeckt, entdeckte; unterschied: unterscheiden, unterscheidet, differenz; vorteil: pluspunkt
    nachteil: minuspunkt; fehler: irrtum; antwort: erwiderung; wählen: auswählen, aussuchen
    bekommen: erhalten, kriegen, bekomme, erhalte, kriege; kündigen: kündigung, kündige; anmelden: einloggen, anmeldung
    abmelden: ausloggen; registrieren: registrierung; passwort: kennwort; konto: account, benutzerkonto; email: e mail, mail
    webseite: website, internetseite; urlaub: ferien; wohnung: apartment; laden: geschäft; prozent: prozentsatz
    kilometer: km; meter: m; kilogramm: kg, kilo; gramm: g; liter: l; stunde: std, h; minute: min; sekunde: sek
    euro: eur; dollar: usd; celsius: °c; einwohner: einwohnerzahl, bevölkerung; krank: erkrankt; medikament: arznei, medizin
    essen: speise; kochen: zubereiten, koche, kocht; rezept: kochrezept; geld: bargeld; firma: unternehmen, betrieb
    computer: rechner, pc; groß: riesig; klein: winzig; schnell: rasch, zügig; leicht: einfach zu; schwer: schwierig
    wichtig: bedeutend; öffnungszeiten: geöffnet, wann öffnet; rückgabe: zurückgeben, zurückschicken; lieferung: versand, zustellung
    rechnung: faktura; rabatt: nachlass; einschalten: anschalten, aktivieren; ausschalten: abschalten, deaktivieren
    übersetzen: übersetzung, übersetze; berechnen: ausrechnen, berechne; umrechnen: umwandeln; beispiel: muster
    zurücksetzen: zurück setzen, setze zurück; zug: bahn; flugzeug: flieger; fahrrad: rad; lehrer: lehrkraft; schüler: schulkind
    geboren: geburt, auf die welt gekommen; gestorben: starb, tod, verstorben, verstarb; sprechen: spricht, gesprochen`,
})
