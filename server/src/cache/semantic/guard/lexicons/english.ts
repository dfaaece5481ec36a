/** English lexicon of the guard. */

import { Lexicon } from './lexicon.ts'
import { stemEnglish } from './stems.ts'

export const english = new Lexicon({
  code: 'en',
  stem: stemEnglish,
  attributes: 'mean, price, age, height, distance, size, weight, speed, duration, frequency, population, depth, width',
  implied: 'howmany: price, population, age; how: difference',
  openers: 'is,are,was,were,do,does,did,can,could,will,would,should,may,might,must,has,have,had,am,shall',
  fillers: `please, pls, kindly, hi, hello, hey, thanks, thank you, thank you very much, thanks in advance, tell me about,
    tell me, tell us, let me know, show me, give me, give me information about, give me information on,
    can you tell me, could you tell me, would you tell me, can you please tell me, could you please tell me,
    can you explain, could you explain, can you describe, could you describe, please explain, explain to me, explain,
    describe, can you give me, calculate, compute, list the, which city is, what city is, could you give me, can you show me, could you show me, can you help me,
    could you help me, help me, can you, could you, would you, will you, can you please, could you please,
    i want to know, i would like to know, i'd like to know, i need to know, i want to, i would like to, i need to,
    i am trying to, i'm trying to, i was wondering, i wonder, i am wondering, do you know, do you happen to know,
    you know, any idea, any idea about, i have a question, quick question, question, exactly, actually, basically,
    just, really, simply, so, well, okay, ok, then, also, is there, are there, it, its, that, this, these, those, one's,
    oneself, myself, such, like to, in order to, information, info, information about, details about, details of,
    details on, detail, meant by, is meant by, what is meant by, do you mean by, find out, figure out,
    go about, able to, been able to, people, someone, somebody, anyone, anybody, person, a person, some, any,
    would, get to know, called, kind of, sort of, as well, very, currently, at the moment, right now, now, is it true that,
    possibly, best to, wish to, want to, need to know, looking to, looking for, hoping to, i am looking for,
    i'm looking for, quickly tell me, in general, generally, usually, normally, typically, commonly`,
  grammar: `the, a, an, is, are, am, be, been, being, was, were, do, does, did, has, have, having, had, what, which, and, as, it's, i'm, i've, that's, there's, what's, let, let's, about, regarding, concerning,
    whats, im, ive`,
  negations: `not, n_t, no, never, none, nobody, nothing, nowhere, neither, nor, without, cannot, unless, except, lacking, isnt,
    arent, dont, doesnt, didnt, cant, wont, wouldnt, shouldnt, couldnt, wasnt, werent, hasnt, havent, hardly, barely`,
  numbers: `zero 0, one 1, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12,
    thirteen 13, fourteen 14, fifteen 15, sixteen 16, seventeen 17, eighteen 18, nineteen 19, twenty 20, thirty 30,
    forty 40, fifty 50, sixty 60, seventy 70, eighty 80, ninety 90, hundred 100, thousand 1000, million 1000000,
    billion 1000000000, dozen 12, half 0.5, quarter 0.25, twice 2, double 2, triple 3, once 1, single 1, first 1,
    second 2, third 3, fourth 4, fifth 5, sixth 6, seventh 7, eighth 8, ninth 9, tenth 10, couple 2, pair 2`,
  questions: `who: who, whom, whose, which person, what person
    when: when, what time, at what time, what date, on what date, which date, on which date, what year, in what year, in which year,
      which year
    where: where, located, location of, location, in what place, in which place, whereabouts, situated, what place
    why: why, how come, for what reason, what reason, reason, reasons, reason for, reasons for, reason behind,
      reason that, cause of, causes of, what makes, what causes
    how: how, how to, in what way, in which way, way to, ways to, way of, way for, way i can, way for me to, steps to,
      steps for, step by step, method for, method to, method of, methods to, procedure for, procedure to,
      process for, process of, instructions for, instructions to, instructions on, guide to, what should i do to,
      what do i do to, what do i need to do to, what must i do to, what can i do to, what steps, is there a way to,
      what is the way to, what is the best way to, best way to, what's the best way to, what are the steps to,
      what is the process for, what is the procedure for, how do i do that, how do i do it, how can i do that
    howmany: how many, how much, number of, the number of, amount of, quantity of, count of, total number of
    whether: whether
    whether+can: if it is possible to, is it possible to, if i can, is it ok to, is it okay to, am i allowed to, is it ok for,
      is it okay for, is it allowed to`,
  governors: `from: from, out of; to: to, into, onto, toward, towards; than: than; by: by; before: before, prior to
    after: after, following; since: since; until: until, till; over: over, above; under: under, below, beneath
    between: between, among; in: in, on, at, inside, within, during; of: of, 's; for: for; with: with, using
    against: against; per: per; through: through; and: versus, vs, compared to, compared with`,
  tenses: `past: was, were, did, used to; present: is, are, am, do, does; future: will, shall, going to, gonna`,
  modals: `can: can, could, possible, allowed, permitted, may, might
    must: must, have to, has to, need to, needs to, required, obliged, mandatory; should: should, ought, supposed to`,
  owners: `mine: my, mine, our, ours; yours: your, yours; his: his, he, him; hers: her, hers, she
    theirs: their, theirs, they, them
    me: i, me, we, us, myself; you: you, yourself`,
  same: `price: cost, costs, fee, charge, how much does, how much do, how expensive, how much is, how much are, pricing
    age: how old; height: how tall, how high; distance: how far, how far away; size: how big, how large
    weight: how heavy, weigh; speed: how fast, velocity; length: how long is, how long are; duration: how long, how much time, length of time
    depth: how deep; frequency: how often, how frequently, how many times; width: how wide
    mean: meaning, definition, define, signify, stand for, stands for
    buy: purchase, acquire; begin: start, commence; finish: end, complete, conclude; fix: repair, mend
    delete: remove, erase, get rid of; create: make, set up, setup; build: construct; show: display
    big: large, huge; small: tiny; fast: quick, rapid; happy: glad; kid: child, children; movie: film
    car: automobile; phone: telephone; smartphone: mobile phone, cell phone, cellphone; photo: picture, photograph, image
    job: occupation, profession; physician: doctor; attorney: lawyer; city: town; country: nation
    capital: capital city; author: writer, wrote, written, authored; song: tune
    invent: invention; inventor: invent, invented, invents, come up with, came up with
    discover: discovered, discovery; establish: founded, founder, set up by
    use: utilize, utilise, employ, usage; aid: assist, assistance; permit: allow; require: necessary, needed, necessity
    difference: differ, differs, differ from, different, distinction, distinguish; compare: comparison
    benefit: advantage, upside, pros, pro; drawback: disadvantage, downside, cons, con
    effect: impact, consequence, influence; method: technique, approach
    error: mistake; issue: problem, trouble; answer: response, reply; choose: select, pick; join: enroll, enrol
    change: modify, alter; get: obtain, receive; cancel: terminate, call off
    install: installation, installing; configure: configuration; sign up: register, registration, signup
    log in: login, sign in, signin, log on, logon, log into, sign into; log out: logout, sign out, log off, logoff, sign off
    email: e mail, electronic mail, mail address; website: web site, site
    password: passcode, pass word; account: user account; trip: journey, travel
    holiday: vacation; autumn: fall season; soccer: association football; apartment: flat; elevator: lift
    shop: store; film: movie; rubbish: garbage, trash; kilometer: km, kms, kilometre; meter: metre, metres
    centimeter: cm, centimetre; millimeter: mm, millimetre; mile: mi; kilogram: kg, kgs, kilo; gram: grams, g
    pound: lb, lbs; ounce: oz; liter: litre, l; hour: hr, hrs, h; minute: min, mins; second: sec, secs
    percent: percentage, per cent; dollar: usd, dollars; euro: eur; celsius: °c, centigrade, degrees celsius
    fahrenheit: °f, degrees fahrenheit; gigabyte: gb; megabyte: mb; united states: usa, u s, united states of america
    united kingdom: uk, u k, great britain, britain; population: inhabitants, how many people live
    largest: biggest; smallest: littlest, tiniest; fastest: quickest; tallest: highest; simplest: easiest
    easy: simple, straightforward; hard: difficult, tough; safe: secure; dangerous: hazardous, unsafe
    sick: ill; illness: disease, sickness; symptom: sign of, signs of, symptoms of; cure: remedy
    medicine: medication; food: meal; cook: prepare; recipe: recipe for, cooking instructions
    rich: wealthy; smart: clever, intelligent; famous: well known, renowned; important: significant, essential
    pay: payment; money: cash; salary: wage, pay packet; firm: company, business
    computer: pc; laptop: notebook; internet: web; program: programme; function: method in code
    sort: order list; work: function properly, operate; translate: translation; summarize: summary, summarise
    calculate: compute, work out; convert: conversion; average: mean value; total: sum; example: instance
    list: enumerate; main: primary, principal, chief; all: every, each, entire; many: lots, plenty, lot of, a lot of
    near: close to, nearby; correct: right answer; wrong: incorrect; usual: normal
    monday: mon; tuesday: tue; wednesday: wed; thursday: thu; friday: fri; saturday: sat; sunday: sun
    january: jan; february: feb; april: apr; august: aug; september: sept, sep; october: oct; november: nov; december: dec
    born: birth, birthplace date; die: death, pass away, passed away; marry: wed, get married
    train: railway; plane: airplane, aeroplane, aircraft; bike: bicycle
    teacher: instructor; student: pupil; exam: test paper; house: home
    garbage collection: gc; artificial intelligence: ai; machine learning: ml; javascript: js; typescript: ts
    database: db; operating system: os; user interface: ui; application: app; documentation: docs; repository: repo
    refund: money back; return: send back, give back; shipping: delivery, deliver; track: trace, follow
    order: purchase order; opening hours: business hours, open hours, hours of operation; contact: reach, get in touch with
    customer support: customer service, support team; subscription: membership; invoice: bill; discount: rebate
    turn on: switch on, enable, activate; turn off: switch off, disable, deactivate; restart: reboot; close: shut
    download: downloading; upload: uploading; send: mail out; invite: invitation; connect: connection; share: sharing
    boil: boiling; freeze: freezing; temperature: temp; boiling point: temperature at which boil
    photosynthesis: photosynthesise; language: tongue; spoken: speak; currency: kind of money; king: monarch`,
})
