/** Spanish lexicon of the guard. */

import { Lexicon } from './lexicon.ts'
import { stemSpanish } from './stems.ts'

export const spanish = new Lexicon({
  code: 'es',
  stem: stemSpanish,
  attributes: 'precio, edad, altura, distancia, duración, significado, habitante',
  implied: 'howmany: precio, habitante, edad, duración; how: diferencia',
  openers: 'es,son,está,están,era,eran,puedo,puede,pueden,debo,debe,tiene,tienen,hay,fue',
  fillers: `por favor, hola, gracias, muchas gracias, dime, dígame, me puedes decir, me puede decir, puedes decirme,
    puede decirme, podrías decirme, podría decirme, sabes, sabe, sabes cuál, explica, explícame, explíqueme, describe,
    ayúdame, me gustaría saber, quiero saber, quisiera saber, necesito saber, quiero, quisiera, exactamente, realmente,
    actualmente, ahora, en este momento, solo, simplemente, entonces, también, esto, eso, ese, esa, este, esta, aquí,
    allí, puedes, podrías, muéstrame, dame, me, te, nos, alguien, algo, uno, hay, existe, normalmente, generalmente, muy`,
  grammar: `el, la, los, las, un, una, unos, unas, es, son, ser, está, están, estar, era, fue, he, ha, han, haber, yo, tú,
    usted, nosotros, qué, que, cuál, cuáles, y, e, se, lo, le, les, al, del, su, sus, soy, hacer, hago, hace`,
  negations: `no, nunca, jamás, nada, nadie, ningún, ninguno, ninguna, sin, tampoco, ni, excepto, salvo, apenas`,
  numbers: `cero 0, dos 2, tres 3, cuatro 4, cinco 5, seis 6, siete 7, ocho 8, nueve 9, diez 10, once 11, doce 12,
    trece 13, catorce 14, quince 15, dieciséis 16, diecisiete 17, dieciocho 18, diecinueve 19, veinte 20, treinta 30,
    cuarenta 40, cincuenta 50, sesenta 60, setenta 70, ochenta 80, noventa 90, cien 100, ciento 100, mil 1000,
    millón 1000000, millones 1000000, docena 12, medio 0.5, media 0.5, mitad 0.5, doble 2, triple 3, primero 1,
    primera 1, primer 1, segundo 2, segunda 2, tercero 3, tercera 3, tercer 3`,
  questions: `who: quién, quiénes; when: cuándo, a qué hora, en qué fecha, qué día
    where: dónde, en qué lugar, ubicado, ubicada, ubicación, se encuentra, queda, se ubica; whereto: adónde
    why: por qué, porqué, por qué razón, razón, razones, motivo, causa, causas, a qué se debe
    how: cómo, de qué manera, de qué forma, cómo puedo, cómo se puede, cómo se, pasos para, manera de, forma de
    howmany: cuánto, cuánta, cuántos, cuántas, cantidad de, número de, la cantidad de, el número de; whether: si; whether+can: es posible, se puede, está permitido`,
  governors: `from: desde; to: a, hacia, hasta; than: que el; before: antes de, antes; after: después de, después, tras
    over: sobre, encima; under: bajo, debajo; in: en, dentro; of: de; for: para, por; with: con; between: entre
    against: contra; per: cada`,
  tenses: `past: era, eran, fue, fueron, estaba, había; present: es, son, está, están; future: será, serán, va a, van a`,
  modals: `can: puedo, puede, pueden, podemos, posible; must: debo, debe, deben, tengo que, tiene que, hay que; should: debería, deberían`,
  owners: `mine: mi, mis, mío, nuestra, nuestro; yours: tu, tus, tuyo; his: ellos mismos; hers: ella; theirs: ellos, ellas`,
  same: `precio: coste, costo, cuesta, cuestan, cuánto cuesta, cuánto cuestan, cuánto vale, valor de
    edad: cuántos años tiene, qué edad tiene, cuántos años; altura: qué tan alto, cuánto mide, mide; distancia: qué tan lejos, a qué distancia
    duración: cuánto tiempo, cuánto dura, cuánto tarda, dura, tarda; significado: significa, definición, qué significa, quiere decir, significar
    comprar: adquirir, compro, compra; empezar: comenzar, iniciar, empieza, comienza; eliminar: borrar, suprimir, elimino, borro, quitar
    crear: creo, crea; cambiar: modificar, cambio, modifico; arreglar: reparar, solucionar, arreglo, reparo, resolver
    móvil: celular, teléfono móvil; coche: carro, automóvil, auto; médico: doctor; foto: fotografía, imagen; película: film
    país: nación; autor: escritor, escribió, escrito; inventar: inventó, inventor, inventado; descubrir: descubrió, descubierto
    diferencia: diferencian, distinción, se diferencian; ventaja: beneficio; desventaja: inconveniente; error: fallo
    elegir: escoger, seleccionar; obtener: conseguir, recibir, obtengo, consigo; cancelar: anular, cancelo, anulo
    contraseña: clave; correo: email, correo electrónico, e mail; restablecer: resetear, restablezco
    iniciar sesión: entrar en, acceder; cerrar sesión: salir de; página: sitio web, web; vacaciones: feriado
    tienda: comercio; kilómetro: km; metro: m; kilogramo: kg, kilo; gramo: g; litro: l; hora: h; minuto: min
    euro: eur; dólar: usd; habitante: población; enfermo: malo de salud; enfermedad: dolencia; medicamento: medicina, fármaco
    comida: alimento; cocinar: preparar, cocino, preparo; dinero: plata; empresa: compañía; ordenador: computadora, computador
    grande: enorme; pequeño: chico; rápido: veloz; fácil: sencillo; difícil: complicado; importante: relevante
    envío: entrega; factura: recibo; descuento: rebaja; activar: encender, habilitar; desactivar: apagar, deshabilitar
    traducir: traducción, traduzco; calcular: calculo, computar; convertir: convierto; ejemplo: muestra; tren: ferrocarril
    bicicleta: bici; profesor: maestro; alumno: estudiante; nacer: nació, nacimiento; morir: murió, muerte, falleció
    hablar: habla, hablan; devolver: devolución, devuelvo; vivir: viven, vive`,
})
