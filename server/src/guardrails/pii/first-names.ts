/**
 * First names of about 60 countries, from @faker-js/faker 10.6.0 (MIT). Names that are also common English words or
 * places are omitted, so each word here counts as a name even at the beginning of a sentence.
 */

const NAMES = `
Aadi Aadidev Aadinath Aaditya Aadrika Aagam Aagney Aagneya Aaliyah Aalok Aaltje Aamod Aanand Aanandaswarup Aanandinii Aanjaneya Aanuoluwapo Aaratrika
Aarav Aaron Aarya Aaryan Aarón Aasa Aasha Aashritha Aatmaj Aatmaja Aatreya Aayushmaan Aayushman Aba Abaco Abadon Abagail Abak Abaka Abakan Abakay
Abani Abar Abay Abayomi Abbas Abbey Abbie Abbigail Abbondanza Abbondanzio Abbondio Abbos Abby Abd Abdallah Abdel Abdelkader Abdellah Abderrahmane
Abdiel Abdon Abdone Abdonie Abdou Abdoul Abdoulaye Abdourahmane Abdramane Abdul Abdulahad Abdulazim Abdulaziz Abdulboriy Abdulhafiz Abdulhakim
Abdulhay Abdulholiq Abduljabbor Abduljalil Abdulkarim Abdulla Abdullah Abdullatif Abdulmalik Abdulqahhor Abdulqodir Abdulvahhob Abdulvali Abdulvohid
Abdurrahiym Abdurrahmon Abdurrauf Abdurrazzoq Abdussamad Abe Abebi Abeiku Abel Abelard Abelardo Abele Abelin Abeline Abena Abendam Abeni Abenzio
Abhaidev Abhaya Abhirath Abhisyanta Abibatou Abibo Abidin Abigaelle Abigail Abigale Abigayle Abigaël Abigaëlle Abigaïl Abigél Abimbola Abiodun Abiola
Abiona Abisola Abisoye Abluç Abner Abondance Abosede Abou Aboubacar Aboubakar Abraham Abrahamo Abrahám Abramio Abramo Abril Absalon Absolon Absolón
Aby Abyasa Abélard Abı Abılay Abşar Acace Acacie Acacio Acanthe Acar Acario Acaryatanaya Accursio Achaire Achalesvara Acharyanandana Acharyasuta Achil
Achiles Achille Achim Achintya Achraf Achyut Acilia Acilio Aciscolo Acrisio Aculina Acun Ada Adah Adalan Adalard Adalardo Adalbald Adalbaude Adalbert
Adalberta Adalberto Adalbéron Adaldı Adalfredo Adalgisa Adalgiso Adaline Adalmış Adalric Adalrico Adalsinde Adam Adama Adame Adamo Adan Adar Adaugo
Adaş Adberilgen Addie Addison Addo Addolorata Ade Adea Adebankole Adebiyi Adebola Adebowale Adeboye Adebukola Adedaramola Adedayo Adedeji Adedoyin
Adegoke Adegrin Adegrine Adekitan Adekola Adekunle Adel Adela Adelaida Adelajda Adelardo Adelasia Adelaïde Adelbert Adelberto Adelchi Adele Adeleke
Adelfo Adelgardo Adelia Adelie Adelin Adelina Adeline Adeliya Adell Adella Adelle Adelmo Adelphe Adeltrude Adelya Adem Aden Adenet Adenike Adeniyi
Adeodato Adeola Adeolu Adeoti Adepeju Aderopo Adesewa Adeshina Adesoji Adesua Adetayo Adetoke Adetoun Adeyi Adheesh Adhiarja Adhiraj Adhrit Adhémar
Adi Adiarja Adib Adiba Adigun Adika Adikara Adikavi Adil Adile Adin Adina Adinata Adinath Aditeya Aditya Adityanandan Adityanandana Adja Adjutor Adlı
Adlıbeğ Adnân Ado Adolf Adolfa Adolfo Adolfína Adolph Adolphe Adolphie Adolphus Adone Adonis Adonise Adrain Adraman Adrastée Adrehilde Adria Adriaan
Adrian Adriana Adrianna Adriano Adriel Adrien Adriena Adrienne Adrijana Adrione Adripathi Adrián Adriána Adsız Adunni Advaya Adwitiya Adwoa Adán Adèle
Adél Adéla Adélaïde Adélie Adéodat Adıgüzel Adık Adıkutlu Adıkutlutaş Afanasi Afanasie Afaq Affan Afi Afia Afitap Afolarin Afonso Afra Afro Afruza
Afton Afua Afzuna Afşar Afşin Afşın Agabio Agafia Agamennone Agape Agapet Agapito Agasti Agastya Agata Agatha Agathange Agathe Agathon Agaton Agazio
Agenore Agesilao Agilbert Agilberte Aglae Aglaia Aglaja Aglaé Agnan Agnane Agneflète Agnes Agnesa Agnese Agneta Agneya Agnieszka Agnimitra Agniprava
Agnivesh Agnos Agnès Agostina Agostino Agrata Agripina Agripino Agrippa Agrippin Agrippine Agrypina Agus Agustin Agustina Agustín Agáta Agâh Ahalya
Ahenk Ahilya Ahlem Ahmad Ahmed Ahmet Ahror Ahsen Aiace Aicha Aida Aidan Aidano Aiden Aileen Aimable Aimee Aimone Aimé Aimée Aina Aino Ainārs Aisha
Aishani Aissatou Aisyah Aiyana Ajala Ajan Ajana Ajani Ajda Ajeet Ajeng Ajiman Ajimat Ajimin Ajiono Ajit Ajita Ajla Ajlin Ajna Ajoke Akalp Akande
Akanmu Akanni Akarsana Akata Akaş Akbatur Akbay Akbaş Akboğa Akbudak Akbulak Akbuğra Akbörü Akdemir Akdoğan Akeem Akif Akifa Akinkunmi Akinlabi
Akinwale Akkun Akkunlu Akkurt Akkuş Akmal Akofa Akorfa Akos Akosua Akpıra Akram Akroor Aksel Akshainie Akshaj Akshat Akshata Akshayakeerti Akshita
Aksil Aksungur Aktan Aktekin Aktimur Akua Akula Akumaa Akunna Akvelīna Akwasi Akwesi Akça Akçakoca Akçora Akı Akıbudak Akım Akın Akıner Akınçı Ala
Alaba Alaban Alabörü Aladağ Alade Aladino Aladoğan Alain Alaina Alaine Alakurt Alamanno Alambana Alamu Alan Alana Alanis Alanna Alano Alara Alarico
Alassane Alayna Alayunt Alayuntlu Alaïs Alba Alban Albane Albano Albena Alberico Albert Alberta Alberte Albertha Albertina Albertine Albertino Alberto
Albertýna Albertīne Albin Albina Albino Alboino Albrecht Albrico Albérade Albéric Albín Albína Alceo Alceste Alcestiso Alcibiade Alcide Alcidie Alcime
Alcina Alcine Alcino Alcyone Alda Aldegonde Aldemir Alden Aldo Aldobrando Aldonce Aldoğan Aldric Aldıgerey Alea Aleandro Aleardo Aleaume Alec Aleen
Alejandra Alejandrin Alejandro Alek Aleksa Aleksandar Aleksander Aleksandra Aleksandro Aleksej Aleksi Alekso Aleksy Alemka Alen Alena Alene Alenia
Alenka Aleodor Aleramo Alesea Alessa Alessandra Alessandro Alessia Alessio Aleth Aletha Alevtina Alex Alexa Alexander Alexandr Alexandra Alexandre
Alexandrea Alexandrina Alexandrine Alexandro Alexandros Alexandru Alexane Alexanne Alexe Alexei Alexej Alexia Alexie Alexine Alexis Alexys Alexzander
Aleya Aleyna Aleš Aleška Alf Alfio Alfons Alfonsa Alfonsino Alfonso Alfonz Alfonzo Alford Alfred Alfreda Alfredo Alfréd Alfréda Alfrēds Algiso Algu
Ali Alic Alica Alican Alice Alicia Alicja Alico Alida Alienor Aliette Alighiero Alika Alima Alin Alina Aline Aliona Aliou Alioune Alis Alisa Alisha
Alisher Alison Alissa Alissia Alistair Alistar Alivia Alix Alixe Aliya Aliyah Aliza Alize Alizee Alizé Aliénor Alişan Alişir Aljaž Aljoša Alka
Alkabölük Alkaevli Alkan Alkaşı Alkış Alla Allan Allegra Allen Allene Alliaume Allie Allison Alma Almerigo Almila Almine Almira Almire Almiro Alois
Aloisie Aloisio Alojz Alojza Alojzije Alok Alon Alonzo Aloys Aloyse Aloïs Aloïse Aloīzs Alp Alpagut Alpamış Alparsbeğ Alparslan Alpata Alpay Alpaya
Alpaykağan Alpbamsı Alpbilge Alpdirek Alpdoğan Alper Alperen Alpertunga Alpgerey Alphan Alphonse Alphonsine Alphonso Alphée Alpike Alpilig Alpinien
Alpkara Alpkutlu Alpkülük Alptegin Alptunga Alpturan Alptutuk Alptuğrul Alpuluğ Alpurungu Alpurungututuk Alpyörük Alpış Alpşalçı Alsu Alta Altan
Altankan Altankağan Altay Altea Altemur Althea Althée Altmışkara Alton Altuga Altın Altınkan Altınkağan Altınoba Altıntamgan Altıntamgantarkan
Altıntarkan Altıntay Alva Alvah Alvar Alvaro Alvena Alvera Alverta Alverède Alviero Alvin Alvina Alvis Alvise Alvīne Alwar Aly Alya Alyah Alyce Alycia
Alysa Alysha Alyson Alyssa Alyssia Alysson Alícia Alíz Alımga Alžbeta Alžběta Ama Amabela Amabile Amadea Amadeo Amadeus Amadou Amady Amahle Amalia
Amaliane Amalie Amalija Amalio Amalric Amalthée Amand Amanda Amande Amandin Amandine Amando Amani Amant Amante Amanzio Amar Amara Amaranaath Amarande
Amaranthe Amaranto Amaresh Amari Amarnath Amaryllis Amata Amath Amato Amatore Amauri Amaury Amaya Amaç Amaël Ambar Ambra Ambre Ambrine Ambrogio
Ambroise Ambroisie Ambrose Ambrosiano Ambroży Ambrož Ambróz Amdy Amea Amedeo Amedeu Amel Amelia Amelie Ameline Amelio Amely Amelya Amen Americo
Amerigo Ameth Ameyatma Ami Amicie Amico Amie Amiel Amilcare Amin Amina Aminat Aminata Amine Aminte Amintore Aminu Amir Amira Amish Amit Amita Amiya
Amleto Ammâr Amodini Amogh Amoke Amon Amone Amope Amore Amos Amour Amparo Ampelio Amra Amrak Amrit Amrita Amritambu Amul Amy Amya Amza Amália Amálie
Amát Amáta Amédée Amélia Améliane Amélie Amélien Améthyste Amîr Amālija Ana Anaadi Anabel Anabela Anabelle Anacleto Anae Anael Anaelle Anagh Anahi
Anahita Anaida Anais Anal Anala Anamaria Anamarija Anamika Anand Ananda Anandamayi Anang Ananta Anar Anas Anasooya Anass Anastacio Anastase Anastasia
Anastasie Anastasija Anastasije Anastazija Anastazio Anastazja Anastáz Anastázia Anastázie Anasuya Anatol Anatole Anatoli Anatolia Anatolie Anatolii
Anatázie Anatólie Anaël Anaëlle Anaïs Anca Ancelin Anceline Anci Ancica Ancilla Ancuța Anda Andarıman Andaç Andel Andelin Andelko Andelo Anders
Anderson Andi Andjelina Andoche Andra Andrada Andras Andraž Andre Andrea Andreane Andreanne Andreas Andreea Andrei Andrej Andreja Andreo Andres Andrew
Andri Andrian Andriana Andrija Andrijana Andrin Andrina Andris Andro Andromeda Andrzej András André Andréa Andréas Andrée Andrés Andy Andéol Anděl
Anděla Andělín Andělína Andżelika Andžejs Andžs Anej Anele Anemona Anes Anesa Aneta Anette Anežka Angadrême Ange Angela Angelica Angelika Angelina
Angeline Angelino Angelique Angelita Angelo Anggabaya Anggun Anghel Anghelina Angie Angilbe Angilberte Angilran Angoustan Angus Angèle Angélina
Angélique Ani Ania Anibal Anica Anicet Aniceto Anicette Anicée Aniello Anik Anika Anil Anila Anilaabh Anilabh Anina Anis Anise Anish Anissa Anita
Aniya Aniyah Anișoara Anja Anjali Anjaneya Anjela Anjelica Anjolaoluwa Anjushree Anjushri Anka Ankal Anko Ann Anna Annabel Annabell Annabella
Annabelle Annagrazia Annalena Annalise Annamae Annamaria Annamarie Annapurna Annaëlle Anne Anneke Anneli Annelie Annemarie Annemijn Annetta Annette
Anni Annibal Annibale Annie Annika Annikki Anno Annonciade Annunziata Anny Anom Anora Anouar Anouck Anouk Anrijs Ansaldo Ansbert Ansberte Ansel Anselm
Anselma Anselme Anselmo Ansgar Ansgary Anshula Ansley Ansovino Anstrudie Ant Antal Antea Antek Antelmo Antero Anthelme Anthelmette Anthony Antide
Antigone Antim Antimo Antino Antioco Antoaneta Antoine Antoinette Anton Antone Antonela Antonella Antonello Antonetta Antonette Antoni Antonia Antonie
Antonietta Antonija Antonin Antonina Antonine Antonio Antoniu Antono Antony Antonín Antti Antun Antwan Antwon Antónia António Antônio Anuar Anuja
Anunay Anuraag Anurag Anusuya Anuška Anuța Anvar Anwesha Anya Ançuk Anémone Anči Ančica Anđela Anđelika Anđelina Anĝelo Anıl Anšlavs Anže Apa Apak
Apatarkan Aphélie Apolena Apollina Apollinaire Apollinare Apollinary Apolline Apollo Apollonia Appia Appoline Aprançur Apsara Apuleio Aqil Aquilin
Aquiline Aquilino Ara Arabela Arabella Arabelle Araboğa Araceli Aracely Arademir Aral Araldo Aram Arame Aranka Ararat Aras Aratone Arbay Arbuz Arcadi
Arcadie Arcadii Arcadio Arch Archambaud Archan Archange Archer Archibald Archie Archimede Archippo Arcibaldo Arda Ardella Arden Ardith Ardito Arduino
Ardıç Arely Aresio Areta Argelia Argentina Argimiro Argine Argo Argono Argu Argun Argıl Ari Ariadna Arialdo Arian Ariana Ariane Arianna Ariberto Aric
Aricie Arie Ariel Ariela Ariele Arielle Arif Arij Arijit Arike Arina Arindam Arinola Arion Ariosto Aris Arisa Aristarco Ariste Aristeo Aristid
Aristide Aristione Aristița Aristo Aristofane Aristotele Arjen Arjun Arkadiusz Arkady Arkád Arkādijs Arkın Arkış Arlene Arleta Arlette Arlie Arlo
Arman Armance Armand Armande Armandine Armando Armani Armağan Armel Armeline Armelle Armida Armide Armin Armine Arminio Armīns Arna Arnaldo Arnaud
Arnaude Arnaç Arne Arnesh Arno Arnold Arnolda Arnoldo Arnould Arnošt Arnoštka Arnulfo Arolde Aron Arona Aronne Arpat Arpád Arrigo Arsal Arsen Arsenie
Arsenije Arseniusz Arsinoé Arsipatra Arslan Arslanargun Arslanbörü Arslansungur Arslantegin Arslanyabgu Arslon Arsène Arsènie Arsıl Arta Artanto
Artawan Artemis Artemisa Arthaud Arthur Arthurine Arthus Arthème Artiom Arto Artuk Artukaç Artur Arturo Artus Artut Artuš Artémis Artıınal Artūrs Aruk
Arun Aruna Arunthavanathan Arved Arvel Arvid Arvilla Arvīds Arwa Arwen Arya Aryan Aryanna Arystarch Arzen Arçuk Arîn Arı Arıboğa Arık Arıkağan
Arıkdoruk Arın Arınç Arşun Asa Asad Asadulloh Asake Asal Asartegin Ascanio Ascelin Asceline Ascension Asdrubale Asel Asella Asha Ashlee Ashleigh
Ashlesh Ashley Ashly Ashlynn Ashmi Ashok Ashton Ashtyn Asija Asil Asila Asilbek Asimodeo Asirwada Asirwanda Asiya Asja Aslesha Aslijan Asliya Aslım
Asma Asmaa Asmadi Asman Asmianto Asmita Asmuni Asolat Asrı Assa Assetou Assia Assil Assomption Assunta Assunto Assya Asta Astarté Asterio Astianatte
Astou Astrid Astrida Astride Astrée Astrīda Astérie Asuela Asuğ Aswani Asya Asım Asığ Ata Atakan Atakağan Atalan Atalay Ataldı Ataleo Atalmış Ataman
Atanas Atanasia Atanasio Atanazy Atanázie Atanáš Atasagun Atasu Ataç Atberilgen Atena Athalie Athanase Athanasie Athena Athenaïs Athina Athos Athéna
Athénaïs Atila Atilla Atinuke Atlı Atlıbeğ Atlıkağan Atma Atmaca Atmaja Atmanand Atmananda Atreyee Atreyi Atsız Atta Attila Attilano Attilio Atunçu
Atâullah Atıf Atıgay Atıkutlu Atıkutlutaş Atıla Atılgan Atım Atımer Atış Aube Aubertine Auberto Aubin Aubree Aubrey Aubry Audace Aude Audebert
Audeline Audie Audouin Audra Audran Audreanne Audrey Augusta Auguste Augustin Augustina Augustine Augusto Augustus Augustín Augustýn Augustýna Aulia
Aura Aure Aurel Aurelia Aurelian Aureliana Aureliano Aurelie Aurelien Aurelio Aureliu Aurelián Aurelle Aurian Auriane Aurica Aurică Auro Auron Aurore
Aurèle Aurélia Aurélie Aurélien Aurélienne Aurēlija Ausilia Ausiliatrice Ausilio Austen Austyn Auxane Auxence Ava Avadhesh Avan Avani Avantika Avar
Avaz Avdal Ave Aveline Averardo Avery Avi Aviel Avigaëlle Avis Avital Avluç Avni Avoye Avram Avril Avşar Awa Awar Awaz Awero Awesi Axel Axeline Axelle
Axenia Axinte Aya Ayaan Ayah Ayan Ayana Ayanda Ayas Ayaz Ayaçı Ayaş Aybalta Ayban Aybars Aybeğ Aydan Aydarkağan Aydemir Ayden Aydoğan Aydoğdu Aydoğmuş
Aydın Aydınalp Ayebatari Ayem Aygül Aygün Aygırak Ayhan Ayinde Ayinke Ayize Aykal Aykan Aykağan Aykurt Aykut Ayla Aylan Ayleen Aylin Ayline Ayluç
Ayluçtarkan Ayma Ayman Aymane Aymard Aymardine Aymen Aymeric Aymon Aymonde Aynur Ayodeji Ayodele Ayoka Ayomide Ayomikun Ayotude Ayoub Ayren Ayruk
Aysar Ayse Aysılığ Aytak Aytaç Aytekin Aytuğ Ayu Ayushmati Ayvaz Ayyıldız Ayıtmış Ayız Ayızdağ Ayşıl Aza Azad Azak Azalea Azalée Azamat Azban Azeglio
Azelia Azeline Azelio Azer Azgan Azganaz Aziz Aziza Azizhan Azmi Azra Azubuike Azzurra Azélie Azîme Azıl Açela Açelya Açuk Açık Açılay Açığ Aïcha Aïda
Aïdan Aïna Aïsha Aïssa Aïssata Aïssatou Aćim Ağabay Ağakağan Ağalak Ağlamış Ağça Aīda Aļģirds Aļģis Aşan Aşanboğa Aşantudun Aşantuğrul Aşkın Aştaloğul
Aşuk Aşıkbulmuş Aŭgustino Aŭguĉjo Baaba Baala Baalaaditya Baalagopaal Baba Babacan Babacar Babasola Babatunji Babawale Babeta Babette Babila Babur
Babır Bacco Badabul Badis Badr Badruk Badur Bafana Bafode Bagas Bagiya Bagus Bagya Baha Bahadır Bahar Bahia Bahodir Bahri Bahriddin Bahrom Bahtiyar
Bahula Bahuraksa Bahuwarna Bahuwirya Baidehi Baijayanti Bailee Bailey Bajragin Bakary Bakağul Bakda Bakhtiyor Bakiadi Bakianto Bakidin Bakijan Bakiman
Bakiono Baksı Bakti Baktiadi Baktianto Baktiono Bakula Bakır Bakırsokum Bakşı Bala Balaaditya Balaban Balachandra Baladitya Balagopal Balagovind
Balaka Balakatay Balamani Balamantri Balamır Balangga Balapati Baldassarre Balderico Baldo Baldomero Baldovino Baldu Baldwin Balgopal Balidin Balijan
Balkık Balta Baltacı Baltar Baltazar Balthazar Baltur Baltır Balázs Balçar Balın Bambang Bambina Bamsı Banara Banawa Banawi Bancar Bandhu Bandhul
Bangizwe Bangu Banji Bankim Bankimchandra Bankole Banna Banu Baptiste Bara Barak Baraktöre Baran Barbara Barbarigo Barbe Barbeğ Barbol Barbora Barboğa
Barbro Barbu Barbulsun Barchinoy Bardo Bardomiano Bardıbay Bargan Barica Baris Barkan Barkdoğdu Barkdoğmuş Barkdurdu Barkdurmuş Barkın Barlas Barlıbay
Barmaklak Barmaklı Barman Barnaba Barnabe Barnabás Barnabáš Barnabé Barney Barno Baron Barrett Barry Barsaba Barsbeğ Barsboğa Barsgan Barsimeo Barskan
Barsurungu Bart Barthelemy Bartholome Barthélemy Bartimée Bartolo Bartolomea Bartolomej Bartolomeo Bartolomeu Bartoloměj Barton Bartu Barça Barçadoğdu
Barçadoğmuş Barçadurdu Barçadurmuş Barçan Barçatoyun Barımtay Barın Barış Bas Basademir Basan Basanti Basanyalavaç Basar Basarab Basat Basil Basile
Basileo Basilia Basilio Basilisse Baskın Basma Basmıl Bassiano Bassilla Bastiaan Bastian Bastiano Bastien Bastuğrul Bastı Basu Basut Bathilde Batilda
Batrak Battal Battista Batu Batuhan Batuk Batur Baturalp Baudouin Bawer Baya Bayankağan Bayançar Bayat Bayazıt Baybars Baybayık Baybiçen Baybora
Bayboğa Baybüre Baydar Baydemir Baydur Baykal Baykara Baykoca Baykuzu Baylee Baymünke Bayna Baynal Baypüre Bayrak Bayram Bayraç Bayruk Bayrı Bayrın
Baysungur Baytara Baytaş Bayunçur Bayur Bayurku Bayutmuş Bayuttu Bayık Bayındır Bayınçur Baz Bazil Bazyli Bazır Baçara Baçman Baççayman Bağa Bağaalp
Bağan Bağatarkan Bağatengrikağan Bağatur Bağaturgerey Bağaturipi Bağatursepi Bağaturçigşi Bağaışbara Bağaşatulu Bağdagül Bağtaş Bağış Baņuta Başak
Başbuğ Başgan Başkurt Başkırt Baştar Başçı Baŭcido Beata Beato Beatrice Beatrico Beatrix Beatriz Beatrycze Beatus Beau Beaulah Bebe Becky Bedir
Bedirhan Bediz Bedran Bedreddin Bedri Bedřich Bedřiška Begi Begil Begine Begitutuk Beglen Begni Begoyim Behiç Behlül Behram Behrem Behruz Behzat
Behçet Bek Bekazıl Bekbekeç Beker Bekeç Bekeçarslan Bekeçarslantegin Bekeçtegin Bekir Beklemiş Bekmurod Bektaş Bektür Bela Belek Belemir Belgi Belgüc
Belimir Belina Belinda Bella Belle Bellino Belma Belo Beltir Beltramo Beltun Belçim Belçir Ben Bence Bende Bendegúz Benedek Benedetta Benedetto
Benedict Benedicte Benedikt Benedikta Benedita Benedykt Benett Bengi Bengt Bengü Beniamin Beniamina Beniamino Benice Benigna Benigno Benito Benja
Benjamim Benjamin Benjamín Benjámin Benli Benlidemir Bennet Bennett Bennie Benno Benny Benoit Benone Benoît Bente Benthe Bentley Benton Benvenuta
Benvenuto Benyamin Benício Bera Berardo Berat Berceste Berdan Berdibeğ Berend Berendey Berengario Berenice Berenico Berenika Berfîn Berginsenge Bergü
Berinay Berislav Berit Berk Berkan Berkay Berke Berkin Berkiş Berkyaruk Bermek Bernadetta Bernadette Bernadine Bernard Bernarda Bernardo Bernd
Berneice Bernhard Bernice Bernie Berniece Bernita Beronico Berran Berre Berry Bert Berta Bertalan Bertha Berthe Berti Bertille Bertilo Berto Bertold
Bertolda Bertoldo Bertolfo Bertram Bertrand Berva Beryl Berçem Berçin Berîtan Berîvan Besentegin Besim Besra Bessie Betania Betemir Beth Bethany
Bethel Beti Betina Betsy Betta Bette Bettie Bettina Betty Bettye Beulah Beuve Beverly Beya Beyizçi Beyrek Beyrem Beáta Beçeapa Beçkem Beāte Beğ
Beğarslan Beğbars Beğbilgeçikşin Beğboğa Beğdemir Beğdilli Beğdurmuş Beğkulu Beğtaş Beğtegin Beğtüzün Beğçur Beňadik Beşar Beşer Beşir Bhaanumati
Bhaasvan Bhaaswar Bhadra Bhadrak Bhadraksh Bhadran Bhagavaan Bhagirathi Bhagvan Bhagwanti Bhagwati Bhamini Bhanumati Bharadwaj Bharat Bhardwaj
Bhargava Bhargavi Bhasvan Bhaswar Bhaumik Bhavani Bhaves Bheeshma Bhekimuzi Bhekizizwe Bhekumbuso Bhilangana Bhima Bhisham Bhishma Bhoj Bhoopat
Bhoopati Bhooshan Bhooshit Bhramar Bhudev Bhudeva Bhupati Bhupen Bhushan Bhushit Bhuvanesh Bhuvaneshwar Biagio Bianca Bianka Bibek Bibi Bibiana
Bibianna Bibiano Bibiána Bice Bigna Bijay Bikash Bilal Bilel Bilge Bilgebayunçur Bilgebeğ Bilgekan Bilgekağan Bilgekutluk Bilgekülüçur Bilgetamgacı
Bilgetardu Bilgetaçam Bilgetegin Bilgetonyukuk Bilgez Bilgeçikşin Bilgeışbara Bilgeışbaratamgan Bilgin Bilgiç Bilig Biligköngülsengün Bilik Biljana
Billie Billy Bilol Bilva Bilwa Bilâl Bina Binafsha Binbeği Bindir Bindo Bineta Bino Binta Bintou Birane Birdie Birgit Birgita Birgitta Birgitte Birino
Birjesh Birol Bisenija Biserka Bishal Bishnu Bivoj Biçek Bjarne Bjorn Björn Bjørn Blagica Blagoje Blahomil Blahomila Blahomír Blahomíra Blahoslav
Blahoslava Blair Blaise Blake Blanca Blanche Blandine Blanduzia Blanka Blaze Blaž Blažej Blažena Boas Boaz Bob Boban Bobana Bobbi Bobbie Bobby Bobur
Bodhan Bodhi Bodi Boet Bogdan Bogdana Boglárka Bogoljub Bohdan Bohdana Bohuchval Bohumil Bohumila Bohumír Bohumíra Bohun Bohuna Bohuslav Bohuslava
Bohuš Bohuše Bohémond Bojan Bojana Bojislava Bolatito Boldaz Boldizsár Bolemír Boleslav Boleslava Bolmuş Bolsun Bolun Boluwatife Bon Bonagiunta
Bonaldo Bonaventura Bonavita Boncuk Bonginkosi Bongul Bongulboğa Boniface Bonifacio Bonifác Bonita Bonito Bonnie Bora Boran Borbála Borek Boris
Borislav Borislava Borivoje Borjan Borka Borko Borlukçu Borna Bornak Bortolo Borut Borys Borçul Boróka Bosiljka Botan Botir Botond Bouba Boubacar
Boubou Bouchard Bouchra Bowie Boyan Boyankulu Boyd Boylabağa Boylabağatarkan Boylakutlutarkan Bozan Bozbörü Bozdoğan Bozkurt Bozkuş Bozok Boğa Boğaç
Boğaçuk Boļeslavs Bořek Bořislav Bořislava Bořivoj Boško Boža Božena Božetěch Božetěcha Božica Božidar Božidara Božislav Brad Braden Bradford Bradley
Bradly Brady Braeden Brahim Brahma Brahmaanand Brahmabrata Brahmanandam Brahmdev Brajan Brajendra Brajesh Bram Brancaleone Brandi Brando Brandon
Brandt Brandy Brandyn Branimir Branimira Branimír Branimíra Branislav Branislava Branka Brankica Branko Brannon Branson Brant Bratislav Bratislava
Braulio Braxton Brayan Breana Breanna Breanne Brenda Brendan Brenden Brendon Brenn Brenna Brennan Brennon Breno Brent Bret Brett Bria Briac Brian
Briana Brianne Brice Bridget Bridgette Bridie Brielle Brieuc Brigida Brigita Brigito Brigitta Brigitte Brijesh Brionna Brisa Brit Brita Britney Britt
Brittany Brock Broderick Brody Bronislav Bronislava Brook Brooke Brooks Broņislavs Bruce Bruna Brune Brunehaut Brunehilde Brunhilda Brunilde Bruno
Bruto Bryan Bryana Bryant Bryce Brycen Brygida Bryon Brájen Brândușa Brăduț Buchi Bucur Budak Budağ Buddha Buddhana Budhil Budi Budimir Budimír
Budislav Budivoj Budunlu Buford Buhle Bukak Bukaktutuk Bukola Bulah Bulak Bulan Bulaçapan Buldur Bulgak Bulmaz Bulmuş Buluk Bulut Buluç Buluğ Buluş
Bumın Bunmi Bunsuz Burak Burdette Burguçan Burhan Burhon Burkay Burley Burnice Burslan Burulday Burulgu Burunduk Burçak Busayo Busisiwe Buster Butak
Butuk Buyan Buyandemir Buyankara Buyançuk Buyat Buyraç Buyruk Buyruç Buzaç Buzaçtutuk Buçan Buçur Buğday Buğra Buğrakarakağan Buşulgan Byron Bystrík
Bálint Bárbara Bâki Béatrice Béla Bénigne Bénédicte Béranger Bérangère Bérard Béryl Bérénice Bêrîtan Bíborka Bögde Böge Bögü Bökde Böke Bölen
Bölükbaşı Bönek Bönge Börteçine Börü Börübars Börüsengün Büdüs Büdüstudun Bügdüz Bügdüzemen Büge Bügü Bükdüz Büke Bükebuyraç Bükebuyruç Bükey Büktegin
Büküşboğa Bülent Bümen Bünyamin Bünül Büre Bürgüt Bürkek Bürküt Bürlük Büğübilge Bārbala Bănel Běla Bıdın Bıtaybıkı Bıtrı Bıçkı Bıçkıcı Błażej
Břetislav Břetislava Cade Caden Caesar Caetana Cafer Cagak Cager Cahid Cahya Cahyadi Cahyanto Cahyo Cahyono Caino Caio Caitlin Caitlyn Caius Caket
Cakrabirawa Cakrabuana Cakrajiya Cakrawala Cakrawangsa Calanico Calcedonio Cale Caleb Calebe Caleigh Cali Calin Calina Calista Calixte Callie Callisto
Callum Calogera Calogero Calpurnia Calvin Camden Camelia Cameron Camil Camila Camilia Camilla Camille Camillien Camillo Camren Camron Camryn Camylle
Camélia Camélien Cana Canalp Candace Candelario Candice Candida Candide Candido Candra Candrakanta Canel Caner Cangül Cankan Cannur Cansel Cansu
Cansın Cantemir Cantidio Canziano Capa Capitolina Capucine Cara Caraka Carey Caribert Caridad Carina Carine Carissa Carl Carla Carlee Carles Carleton
Carley Carli Carlie Carlijn Carlo Carloman Carlos Carlota Carlotta Carlton Carmel Carmela Carmella Carmelo Carmen Carmina Carmine Carminho Carmo Carol
Carola Carolanne Carole Carolin Caroline Carolyn Carolyne Caronte Carponio Carrie Carroll Carson Carub Cary Cas Casandra Casey Casian Casiana Casilda
Casimer Casimir Casimira Casimiro Caspar Casper Cassandra Cassandre Cassiano Cassidy Cassie Cassien Cassio Cassiopea Cassiopee Castille Casto Cataldo
Cataleya Catalin Catalina Catarina Catena Caterina Catharina Catharine Catherine Cathrine Cathryn Cathy Catinca Cato Catrin Catrina Catrinel Catullo
Catur Caturangga Cauã Cavid Cawisadi Cawisono Cawuk Cayadi Cayla Cazimir Ceasar Cebe Ceca Cecco Cecelia Cecep Cecil Cecile Cecilia Cecilie Cecilio
Cecylia Cecyliusz Cecília Cecílie Cedric Cedrick Cedrik Cedrin Celal Celasun Celeste Celestin Celestina Celestine Celestino Celestýn Celestýna Celia
Celian Celie Celil Celina Celine Celinia Celso Celâleddin Cem Cemal Cemali Cemani Cemeti Cemil Cemplunk Cene Cengkal Cengkir Cenk Cerasela Ceren
Cerise Cesar Cesare Cesario Cevahir Cevat Ceyda Ceyhun Ceyla Ceylan Ceylin Ceylinaz Cezar Cezara Cezary Cezmi Chaanakya Chaaruchandra Chad Chadd
Chadrick Chahine Chahinez Chaim Chaitan Chakor Chakradhar Chakravartee Chakravarti Chakrika Chanakya Chanda Chandak Chandan Chandani Chandi Chandini
Chandira Chandler Chandni Chandra Chandraayan Chandrabhaga Chandrabhan Chandradev Chandrakala Chandraketu Chandrakin Chandramani Chandramauli
Chandramohan Chandran Chandranath Chandrani Chandraprabha Chandraswaroopa Chandravati Chanel Chanelle Chantal Chapal Chapala Charak Charl Charlaine
Charleen Charlemagne Charlene Charles Charley Charli Charlie Charline Charlize Charlotta Charlotte Charly Charlène Charuchandra Charumati Charuvrat
Charvi Chasity Chaten Chatur Chatura Chaturaanan Chaturbhuj Chauncey Chaya Chayenne Chayma Chaz Chaï Chaïma Cheick Cheikh Cheikhou Chekhouna Chelsey
Chelsie Cherechi Cherif Cherubino Cheryl Chesley Chester Chet Chetan Chetanaanand Cheyanne Chiaffredo Chiamaka Chiara Chidaakaash Chidaatma Chidambar
Chidambaram Chidananda Childebert Chilpéric Chimamanda Chinedu Chinmayanand Chinmayananda Chinyere Chira Chiranjeev Chiranjeeve Chiril Chirill Chirine
Chisom Chitraksh Chitrali Chitramala Chitrangada Chizoba Chloe Chloé Chrabroš Chraniboj Chranibor Chranislav Chranislava Chris Christa Christelle
Christer Christiaan Christiana Christiane Christiano Christie Christin Christina Christine Christodule Christoffer Christop Christoph Christophe
Christopher Christy Chrudoš Chrysole Chrysostome Chrétien Chukwu Chval Chyna Ciaobella Ciara Cicero Cici Cielo Cierra Cihad Cihan Cihangir Cihanşah
Cilvenaz Cindy Cino Cinta Cinthia Cinzia Ciprian Cipriana Cipriano Cirano Ciriaco Ciril Cirilla Cirillo Cirino Ciro Citlalli Citra Civan Claas Claes
Clair Claire Clara Clarabelle Clare Clarence Clarenzio Clarisa Clarissa Clarisse Clark Claud Claude Claudia Claudie Claudien Claudine Claudio Claudiu
Claus Clavdia Clayton Clea Cleandro Clelia Clelie Clemence Clemens Clement Clemente Clementina Clementine Clemenzia Clemmie Cleo Cleofe Cleonico
Cleopatra Cleophee Cleora Cleta Cletus Cleve Cleveland Clifford Clifton Climaco Clinio Clint Clinton Clio Clodomiro Clodoveo Cloe Clorinda Clotaire
Clothilde Clotilde Clovis Cloyd Cloé Clyde Cléa Cléandre Clélie Clémence Clément Clémentine Cléo Cléophée Cléry Coby Coco Codin Codrin Codrina Codruț
Codruța Cody Coen Cointa Colby Cole Coleman Colette Colin Coline Colins Colleen Collien Collin Colmanno Colmazio Colomba Colombano Colombe Colombo
Colt Colten Colton Columbus Concepcion Concepción Conception Concetta Concetto Conchita Concordio Conner Connie Connor Conor Conrad Consolata
Constance Constanta Constantia Constantin Constantina Constança Constanța Constatin Consuela Consuelo Cora Coralia Coralie Coraline Corbin Corbiniano
Cordelia Cordell Cordia Cordie Corene Coreno Corentin Corentine Corey Corina Corine Corinna Corinne Coriolano Cornel Cornelia Cornelio Cornelis
Corneliu Cornelius Cornell Coronato Corrado Corrine Cortez Cortney Corto Corvin Cory Cosima Cosimo Cosma Cosmin Cosmina Costache Costante Costantino
Costanza Costanzo Costel Costin Coty Coumba Courtney Coy Coşkun Coşkuner Craig Crawford Cremenzio Crenguța Creola Crescente Crescenzia Crescenzio
Crespignano Crin Crina Crispino Cristal Cristaldo Cristea Cristian Cristiana Cristiano Cristin Cristina Cristián Cristobal Cristofor Cristoforo
Cristopher Cristóbal Crocefissa Crocefisso Cronida Cruz Crystel Csaba Csanád Csenge Csongor Ctibor Ctibora Ctirad Ctirada Ctislav Ctislava Cullen
Cumhur Cunegonda Cuniberto Cupido Curt Curtis Cuzia Cvetka Cvijan Cvijetin Cydney Cynthia Cyntie Cyprien Cyprián Cyra Cyrian Cyriaque Cyrielle Cyril
Cyrila Cyrille Cyrine Cyrus Cyryl Cândar Cécile Cédric Céleste Célestin Célestine Célia Célian Célien Céline Césaire César Cézar Cîhan Côme Cübeyr
Cüneyt Călin Cătălin Cătălina Cılasun D'angelo Daan Daantje Dabiživ Dacian Daciana Daciano Dacin Dacio Dadap Dadi Dado Daevi Daevika Dafina Dafne Dag
Dagel Dagmar Dagmara Dagmāra Dagoberto Dahlia Daiana Daija Dainuvīte Daisha Daiwik Dajana Daksha Dakshayani Dale Daley Dalia Dalibor Dalibora
Daliborka Dalida Dalie Dalila Dalima Daliman Dalimil Dalimila Dalimin Dalimír Dalimíra Daliono Dalla Dallin Dalmazio Dalton Damar Damaris Damaso
Damayanti Dameon Damian Damiana Damiano Damien Damife Damil Damilare Damilola Damin Damion Damir Damián Damiána Damjan Damjanka Damla Damocle Damodara
Damola Damon Damu Dan Dana Danae Danang Dandak Dandapaani Dandre Dane Dangelo Dani Dania Danial Danica Daniel Daniela Daniele Daniella Danielle
Danielo Daniil Danijel Danijela Danika Danil Danila Danilo Danio Danique Daniswara Daniël Danjuma Danka Danko Dannie Danny Dante Danu Danuja Danuta
Danuše Dany Danyka Danyl Daouda Daphne Daphnee Daphney Daphné Dara Darasimi Darby Darcy Darek Daren Daria Darian Dariana Dariati Darie Darien Darija
Darijan Darimin Darin Darina Darine Darinka Dario Darion Daris Darius Dariusz Darja Darko Darla Darleen Darlene Darmaji Darman Darmana Darmanto
Darnell Daron Darrel Darrell Darren Darrick Darrin Darrion Darron Darryl Darshan Darshwana Darsirah Dartono Daru Daruna Darwin Daryani Daryl Dasa
Dashawn Dasia Datta Dave Davey Davi David Davida Davide Davin Davina Davino Davion Davon Davonte Davor Davorin Davriya Davron Davud Davy Dawid Dawson
Dax Dayaamay Dayaananda Dayaanidhi Dayamayee Dayan Dayana Dayane Dayna Dayne Dayton Dağhan Dea Deangelo Deanna Deb Debbie Debora Deborah Debra Decebal
Decimo Declan Dedric Dedrick Dee Deeksha Deen Deenabandhu Deepali Deepan Deepankar Deependra Deepesh Deepika Deeptanshu Deeptendu Deeptiman Deeptimay
Deeptimayee Deeptimoy Deeptimoyee Deevakar Defne Degna Deion Deja Dejah Dejan Dejana Dejon Dejuan Delal Delaney Delbert Delfina Delfino Delia Delie
Delilah Delinda Delizia Dell Della Delmer Delores Delpha Delphia Delphin Delphine Delta Demarco Demarcus Demario Demba Demet Demeter Demetra Demetria
Demetrio Demetris Demetrius Demetriusz Demi Demilade Demiralp Demirhan Democrito Demond Demostene Dena Deneval Denis Denisa Denise Denisz Deniz
Denizalp Dennis Denny Deodata Deodato Deon Deondre Deontae Deonte Dereck Derek Derick Derin Deron Derrick Derviş Derya Desanka Desdemona Deshaun
Deshawn Desiderata Desiderato Desiderio Desimir Desiree Desmond Despina Dessie Destan Destany Deste Destin Destinee Destiney Destini Dev Devadatt
Devagya Devajyoti Devak Devan Devangana Devani Devante Devasree Devdan Deven Devesh Deveshwar Devi Devika Devin Devon Devonte Devota Devran Devvrat
Devyn Dewayne Dewey Dewi Dewitt Dex Dexter Dexx Dezider Dhaanyalakshmi Dhana Dhanadeepa Dhanalakshmi Dhananjay Dhanapati Dhanesh Dhanpati Dhanu
Dhanvin Dhara Dharani Dharitri Dharmaketu Dhatri Dhruv Dhyanesh Dhyaneshwar Diah Diamante Dian Diana Diane Dianna Dianne Dianora Diar Diara Diarra
Dicle Diclehan Dida Didem Didier Didimo Didina Diede Dieke Dieter Dieudonné Dieudonnée Dieynaba Digambar Digambara Digdaya Dijana Dikmen Diksha
Dilafruz Dilan Dilara Dilaver Dilay Dilbar Dilber Dilberay Dildar Dildora Dildâr Dilek Diler Diletta Dilfuza Dilhan Dillan Dillon Dilmurod Dilnoza
Dilorom Dilovan Dilrabo Dilruba Dimas Dimaz Dimitri Dimitrii Dimitrij Dimitrije Dimitrina Dina Dinakar Dinda Dinesh Dinis Dinkar Dino Dinu Dinç Dinçer
Diocleziano Diodata Diodoro Diogene Diogo Diomede Dion Dione Dionigi Dionisia Dionisio Dionizy Dionýz Dionýzos Dior Dipa Dipali Dipankar Dipendra
Dipesh Diptendu Direnç Diri Dirja Dirk Dita Ditya Divaakar Divakar Divine Diviš Diviška Divjot Divna Divo Divya Dixie Diyor Diyora Dizik Diána Diāna
Djayden Djeneba Djenna Djibril Dluhoš Dmitri Dmitrii Dobrava Dobrila Dobromil Dobromila Dobromír Dobromíra Dobroslav Dobroslava Dochia Dock Doda
Dodato Dodo Doina Doinita Dolly Dolores Dolunay Domagoj Domen Domenic Domenica Domenick Domenico Domenik Domezio Domingo Dominic Dominick Dominik
Dominika Dominique Domitille Domiziano Domnica Dona Donald Donalda Donaldo Donat Donata Donatella Donatello Donato Donavon Donka Donna Donnell Donnie
Donny Dono Donát Donáta Dora Dorana Dorcas Doreen Dorel Dorian Doriana Doriane Doriano Dorica Dorin Dorina Dorine Dorinel Doris Dorit Dorián Dorka
Dorli Dorota Dorotea Doroteja Doroteo Dorothea Dorothy Dorothée Dorottya Dorris Dortha Dorthe Dorthy Doru Doubrava Doubravka Douce Doug Douglas Dounia
Douwe Dov Dovie Dovud Doyinsola Doyle Doğan Doğanay Doğaner Doğu Draga Dragan Dragana Dragica Draginja Dragiša Drago Dragoje Dragojlo Dragoljub
Dragomir Dragos Dragoslav Dragoș Dragutin Drahomil Drahomila Drahomír Drahomíra Drahoslav Drahoslava Drahotín Drahotína Drahoň Drahoš Drahutin Drahuše
Drajat Drake Draupadi Draža Dražen Dren Dries Drina Driss Dron Drona Druina Držimir Držislav Dua Duane Duanne Duarte Dubravka Dubravko Duccio Duco
Ducu Dudley Duduzile Duilio Duje Dujo Dulari Dulce Dulcinea Dulina Dumisani Dumitra Dumitrana Dumitrita Dumitru Duncan Dune Dunja Durante Durdona
Durga Durgeshwari Durmuş Durodola Duru Dururbunsuz Durward Dustin Dusty Duuk Duygu Dušan Dušana Dušanka Dušica Duška Duško Dwaipayan Dwaipayana Dwayne
Dwi Dwight Dyah Dylan Dylano Dyna Dzirkstīte Dzīle Dániel Dávid Dáša Dâver Débora Désiré Dêrsim Dîcle Dîlan Dîroj Dîrok Dóra Döndü Dündar Dünya
Dürdane Dürriye Dāgs Dārta Dāvids Dāvis Děpold Dětmar Dětřich Earlene Earline Earnest Earnestine Easter Easton Ebba Ebe Eberardo Ebiere Ebin Ebiowei
Ebkızı Ebony Ebren Ebru Ebunoluwa Ebuzer Ecaterina Ecclesio Ece Ecehan Ecem Ecevit Ecmel Ecrin Ecvet Eda Edd Edda Eddi Eddie Eddy Ede Edelberga Eden
Edgar Edgard Edgardo Edgaro Edgars Edhem Edi Edil Edilberto Edison Edita Edith Editta Ediz Edmond Edmondo Edmund Edmée Edna Edoardo Edouard Eduard
Eduarda Eduardo Eduards Edvard Edvarda Edvige Edvin Edvín Edvīns Edward Edwardo Edwin Edwina Edyta Edyth Edythe Edīte Edžus Eef Eefje Eekalabya Eero
Eeva Efe Effie Efim Efimia Efisio Efken Eflah Efraim Efrain Efrem Efren Efrosinia Efsun Eftalya Eftimia Eftimie Ega Ege Egemen Egeo Egidio Eginardo
Egisto Egizia Eglantine Egle Egmont Egon Egona Egor Egīls Eileen Einar Eino Einārs Eirik Eižens Eja Eka Ekaaksh Ekadant Ekaksh Ekalavya Ekaling
Ekaparnika Ekdant Ekeç Ekim Ekin Ekmel Eko Ekow Ekrem Ekundayo Ela Eladio Elaide Elaina Elaine Elakshi Elanur Elbek Elbert Elda Eldon Eldor Eldora
Eldred Eldridge Elea Eleanor Eleanora Eleanore Eleazar Electa Elektra Elena Eleni Elenor Elenora Eleonora Eleonore Eleonoro Eleonóra Elettra Eleuterio
Elfrieda Elfrída Elfrīda Elgin Eli Elia Eliabeth Eliah Eliahou Elian Eliana Eliane Eliano Elias Eliasz Elide Elie Eliel Eliette Eliezer Elif Elifio
Eligio Elija Elijah Elimena Elin Elina Eline Elinor Elinore Elio Eliodoro Elion Eliona Elior Eliot Eliott Elisa Elisabet Elisabeta Elisabeth
Elisabetta Elisaveta Elise Elisea Eliseo Elisha Elissa Elita Eliza Elizabet Elizabeta Elizabeth Elizabeto Elizaveta Elize Elizej Elizeus Elizo Eliáš
Eliška Elka Elkin Ella Ellada Elle Ellen Elli Ellie Elliot Elliott Ellis Ellsworth Elly Elma Elmar Elmas Elmer Elmira Elmo Elmore Elmurod Elmārs
Elmīra Elna Elnora Elnur Eloan Eloane Elodia Elodie Elody Elogio Eloi Eloisa Eloise Elon Elona Elone Elora Elouan Elouise Eloy Eloá Eloïse Elpidio
Elroy Elsa Elsbeth Elsie Elta Elti Elton Eluh Elva Elvan Elvera Elvezio Elvia Elvie Elvin Elvina Elvino Elvira Elvire Elvis Elvíra Elvīra Elwin Elwira
Elwyn Elya Elyanora Elyas Elyes Elyne Elynn Elyor Elyse Elyssa Elyès Elza Elçin Elène Eléa Eléanore Eléonore Elías Elísio Elīna Elīza Elżbieta Ema
Eman Emanoil Emanuel Emanuela Emanuele Emanuelly Emanuil Emas Embuh Emced Emeka Emel Emelia Emelie Emeline Emely Emerald Emerich Emerson Emery Emese
Emi Emidio Emie Emiel Emil Emile Emili Emilia Emilian Emiliana Emiliano Emilie Emilien Emilija Emilijan Emilio Emilián Emily Emin Emine Emir Emirhan
Emma Emmalee Emmanuel Emmanuelle Emmelie Emmely Emmerico Emmet Emmett Emmi Emmie Emmitt Emmy Emna Emong Emory Empirio Empluk Emrah Emre Emrullah Emy
Emília Emílie Emīlija Emīls Ena Enakshi Endah Ender Enderun Endra Endrigo Enea Enecone Enes Engelbert Engin Enguerrand Enid Enie Enimia Enio Eniola
Enis Enise Enna Ennio Enno Enoch Enola Enora Enos Enrica Enrico Enrique Ensar Ensio Enteng Enver Enya Enyo Enzo Ephraim Ephraïm Eracla Eraclide Eraldo
Eralp Erardo Erasmo Erast Eray Erazim Erazmus Erberk Erberto Ercan Ercolano Ercole Ercüment Erda Erdal Erdem Erdeni Erdenikatun Erdeniözük Erdinç Erel
Eremia Eren Erenia Erentüz Ergene Ergenekatun Ergin Ergün Ergüner Erhan Erhard Eriberto Eric Erica Erich Erick Ericka Erico Erik Erika Erin Erine
Erinç Erke Erkki Erkâm Erkân Erling Erma Erman Ermanno Ermelinda Ermen Ermenegarda Ermenegilda Ermenegildo Ermes Ermete Ermilo Erminia Erminio Ermīns
Erna Ernest Ernesta Ernestina Ernestine Ernestino Ernesto Ernestīne Erneĉjo Ernie Ernst Erol Eron Eros Ersilia Ersin Ertan Erten Ertenözük Ertuğrul
Ervin Ervín Ervína Ervīns Erwan Erwann Erwin Eryn Erçin Erşan Esat Esaù Esben Esen Esenbike Eser Esha Eshana Eshita Esi Esin Esma Esmee Esmeralda
Esmeray Esmira Esmée Esperanza Esra Esse Essie Esta Esteban Estefania Estefanía Estel Estela Estell Estella Estelle Ester Estera Esterina Estevan
Esther Estiawan Estiono Estrella Esuperio Esupofo Eszter Etela Eterie Etha Ethan Ethann Ethel Ethelyn Ethem Ethyl Etienne Etil Ettie Ettore Eubert
Euclide Eudes Eudochia Eudokia Eudoksja Eudora Eudoxe Eudoxie Eufebio Eufemia Eufemio Eufrasia Eufronio Eufrosina Eufrozina Eufrozína Eugen Eugene
Eugenia Eugenie Eugenio Eugeniu Eugeniusz Eugène Eugénia Eugénie Eula Eulah Eulalia Eulalie Eulálie Euna Eunice Eunika Euphrasie Euridice Eurydice
Eusebia Eusebie Eusebio Eusebiu Eusebius Euseo Eustache Eustațiu Eustorgio Eustosio Eustracjusz Eusèbe Eusébie Eutalia Eutalio Eva Evald Evaldo Evalyn
Evan Evandro Evangelina Evangeline Evanghelina Evann Evans Evar Evarist Evaristo Evasio Evdochia Evdokija Evelien Eveliina Evelin Evelina Eveline
Evelino Evelyn Evelyne Evelína Evelīna Everardo Everett Everette Evert Evgheni Evghenia Evghenii Evi Evidio Evie Evin Evo Evodio Evran Evremondo Evren
Evy Evîn Evşen Evžen Evženie Ewa Ewald Ewan Ewatomi Ewelina Ewell Ewen Ewenn Eya Eyal Eyiz Eylül Eymen Eyram Eytan Eythan Eyüp Eyşan Ezechiel
Ezechiele Ezekiel Ezequiel Ezio Ezra Ezrak Eğrim Eşref E’zoza Faas Fabia Fabian Fabiana Fabiano Fabie Fabien Fabienne Fabijan Fabio Fabiola Fabián
Fabiána Fabiënne Fabrice Fabrizio Fabrícia Fabrício Fadekemi Faderera Fadi Fadime Fady Fadıl Fae Fahrettin Fahri Fahriddin Fahriye Fahrünissa Faik
Faiq Faizah Falba Falk Famiano Famke Fanika Fanni Fannie Fanny Fanta Fantin Fantine Fanyana Fara Farah Farangiz Fardau Fares Farhunnisa Farida Faris
Farouk Farruh Faruk Farès Fasih Fathonah Fatih Fatim Fatima Fatimata Fatimo Fatin Fatma Fatou Fatouma Fatoumata Fatoş Faust Fausta Faustin Faustina
Faustine Faustino Fausto Faustýn Faustýna Favian Fay Faya Faye Fayen Fayenne Faysal Fayzbek Fazilat Fazilet Fazio Fazliddin Fazlı Fazullah Fazıl Febe
Febi Febriana Febrina Feda Fedai Fedde Fedele Federica Federico Fedor Fedora Fedro Fehime Fehintola Fehmi Felice Felicia Feliciano Felicie Felicien
Felicita Felicitas Felicity Felicián Feliks Felina Feline Felipa Felipe Felix Felton Felícia Felície Fem Femke Femm Fender Fenja Fenna Fenne Feodor
Feodora Feodosia Ferah Feramuz Feramuş Feray Ferda Ferdi Ferdinand Ferdinanda Ferdinando Ferdynanda Ferenc Ferhan Ferhat Feride Feridun Feriel Feriha
Ferit Ferman Fermiano Fermin Fermo Fern Fernanda Fernando Ferne Ferre Ferruccio Ferruh Feruza Feryel Festo Fevronia Fevzi Feyyaz Feyza Feyzullah
Fiacre Fiammetta Fibikemi Fidan Fidel Fidelie Fidelius Fidenziano Fidenzio Fidèle Fieke Fien Fiene Fiep Fiete Figen Fiifi Fikayomi Fikret Fikri
Fikriye Filemon Filibert Filiberto Filip Filipa Filipe Filipino Filipp Filippa Filippo Filiz Filofteia Filomen Filomena Filomeno Filoména Filotije
Filou Fily Finia Finja Finlay Finley Finn Finnja Finnley Fiodor Fiona Fionn Fiordaliso Fiore Fiorella Fiorenza Fiorenziano Fiorenzo Firas Firdavs
Firdevs Firmin Fitrat Fitri Fitria Fitriani Flaminia Flavia Flaviana Flaviano Flavie Flavien Flavio Flaviu Flavius Flavián Fleano Fleta Fletcher Fleur
Flo Floare Floarea Flodoard Floortje Flor Flora Flore Florea Florencia Florencio Florencja Florent Florentin Florentina Florentine Florentýn
Florentýna Florența Florestan Florian Floriana Floriane Floriano Florica Florida Floridia Florie Florin Florina Florine Floris Florián Flossie Floy
Floyd Flurin Flurina Flynn Flóra Foca Fode Folashade Folco Folu Ford Forrest Fortunata Fortunato Fortunát Fortuné Fortunée Fos Fosca Fosco Foss Fotih
Fotima Foucauld Foulques Fran Franc Franca Frances Francesca Francesco Francette Franci Francia Francine Francis Francisc Francisca Francisco
Francisko Francisque Franciszek Franciszka Franck Franco Francois Franjo Frank Franka Frankie Franklin František Františka Franz Franziska François
Françoise Fred Freda Freddie Freddy Frederic Frederica Frederick Frederico Frederik Frederike Frederiko Frederique Fredrick Fredrik Fredy Freeda Freek
Freeman Freida Freja Frenkie Freya Frida Frido Fridolin Fridolín Fridrich Frieda Friederike Friedrich Fritz Frontiniano Frusina Fruzsina Fryderyk
Fráňa Frédéric Frédérique Frída Frīda Fuat Fulbert Fulberto Fulcran Fuldem Fulden Fulgence Fulgenzio Fulvia Fulvio Fulya Funani Funda Funmilade
Funmilayo Furio Furkan Furkân Furman Furseo Fuscolo Fuzuli Fynn Fábio Fâlih Féba Félicie Félicité Féline Félix Füreyya Füruzan Füsun G'affor G'afur
G'iyos G'ulom Gabe Gabi Gabin Gabino Gabriel Gabriela Gabriele Gabriella Gabrielle Gabrielo Gabrijela Gabriël Gad Gada Gadang Gading Gadis Gaduh Gael
Gaetan Gaetano Gaffar Gagan Gage Gaglioffo Gaia Gail Gaiman Gaio Gaj Gaja Gajaadhar Gajabahu Gajadhar Gajana Gajbaahu Gala Galak Galang Galar Galatea
Galdino Galeazzo Galfryd Galih Galileo Galina Galiono Gallicano Galuh Galur Gaman Gamani Gamanto Gambira Gamblang Gamze Ganak Ganaka Ganapati Ganda
Gandewa Gandharv Gandharva Gandi Gandolfo Ganep Ganesh Ganesha Gangesh Gangsa Gangsar Ganjaran Gantar Gara Garan Garance Garang Garda Gardner Garett
Garfield Garik Garika Garimberto Garland Garnet Garnett Garnier Garret Garrett Garrick Garrison Garry Garth Garud Garuda Gary Gaspar Gaspard Gaspare
Gasti Gaston Gastone Gastono Gati Gatien Gatik Gatot Gatra Gatsha Gaud Gaudenzia Gaudenzio Gaudino Gauraang Gaurang Gauranga Gautam Gautama Gautami
Gauthier Gautier Gautiero Gavin Gavino Gavril Gavrilo Gavxar Gawati Gayatri Gaye Gayle Gazanfer Gazi Gaétan Gaël Gaëlle Gaëtan Gaïa Gašpar Gašper
Gbadebo Gbeminiyi Gbemisola Gbolahan Gbowoade Geanina Gedeon Gedeone Geeta Geetanjali Gejza Gelila Gelin Gelincik Gellért Gelsomina Geltrude Gelu Gema
Gemine Gemini Geminiano Gemma Genadij Gencer Generosa Generoso Genesia Genesio Geneva Genevieve Geneviève Gennaro Genoveffa Genoveva Genta Gentile
Genziano Gențiana Geo Geoffrey Geoffroy Georg George Georgel Georges Georgeta Georgette Georgian Georgiana Georgianna Georgije Georgina Georgo
Geovanni Geovanny Geovany Gerald Geralda Geraldina Geraldine Gerard Gerarda Gerardina Gerardo Gerasim Gerasimo Gerazim Gerazym Gerberge Gerbert Gerda
Geremia Gergely Gergő Gerhard Gerharda Gerino Germain Germaine Germana Germano Germán Gerolamo Geronimo Geronzio Gerrit Gerry Gerson Gertrud Gertruda
Gertrude Gertrudo Gertrúda Gervais Gervasio Gesualdo Geta Gevheri Ghaliyati Ghanaanand Ghanashyam Ghani Ghanshyam Ghenadi Ghenadie Ghennadi Gheorghe
Gheorghi Gheorghii Gheorghina Gheorghiță Gherardo Gherghina Gherman Ghislain Ghita Ghiță Gia Giacinta Giacinto Giacobbe Giacomo Giada Giadero
Giambattista Gian Gianbattista Giancarlo Giandomenico Gianfranco Gianina Gianluca Gianluigi Gianmarco Gianmaria Gianmario Gianna Gianni Gianpaolo
Gianpiero Gianpietro Gianuario Giasone Gibran Gicu Gică Gideon Giel Gifty Gigi Gigliola Gijs Gil Gilang Gilbert Gilberta Gilberto Gilda Gildo Giles
Giliola Gilles Gillian Gillo Gina Gineto Ginevra Ginewra Ginger Gino Gioacchina Gioacchino Giobbe Gioberto Gioconda Giocondo Gioele Gioia Gion Giona
Gionata Giordano Giorgia Giorgian Giorgiana Giorgio Giosuele Giosuè Giotto Giovani Giovanna Giovanni Giovanny Giove Gioventino Giovenzio Girardo
Girart Giray Giri Girija Girik Girika Girindra Giriraaj Giriraj Girish Girja Girolamo Gisela Gisella Gislebert Gisselle Gisèle Gita Gitanjali Gitte
Giuda Giuditta Giulia Giuliana Giuliano Giulio Giulitta Giuseppa Giuseppe Giuseppina Giusta Giustiniano Giusto Gizela Gizem Gladyce Gladys Glauco Gleb
Glen Glenda Glenn Glenna Glennie Gligorije Gloria Glorie Gobinda Godeberta Godfrey Godiva Goffredo Gojko Golda Golia Golub Gomberto Gonca Gondebaud
Gondulfo Gonerio Gonsalwy Gonthier Gontran Gonzaga Gonzague Gonzalo Gonçalo Gopaal Gopal Gopee Gopi Gorakhanatha Gorakhnath Goran Gorana Goranka
Gorazd Gordan Gordana Gordiano Gordon Gosto Goswamee Goswami Gothard Gottardo Gottfried Gotum Goundo Gouranga Goutam Govinda Gracie Graciela
Graciliano Gracián Graciána Gracja Gradimir Grady Graham Granville Grato Grayce Grayson Grazia Graziana Graziano Graziella Gražina Grațian Grațiana
Grațiela Greg Gregg Gregoire Gregor Gregoria Gregorian Gregorio Gregory Greta Gretchen Greyson Grga Grgo Grgur Griffin Grigore Grigori Grigorije
Grimaldo Griselda Grizelda Grover Grozdana Gry Grzegorz Grácie Grâce Grégoire Gréta Guadalupe Gualberto Gualtiero Gudakesa Gudakesha Gudrun Gudrīte
Guelfo Guenda Guendalina Guenièvre Guerrino Guglielmo Gui Guiberto Guido Guilhem Guilhemine Guilherme Guillaume Guillemette Guillermina Guillermo
Guiscardo Guiseppe Gula Gulbahar Gulbaxor Gulchexra Gulistan Guljamol Guljaxon Gulnora Gulnoza Guloy Gulseren Gulsora Gulzira Gulzoda Gumesindo
Gundelinda Gunilla Gunnar Gunnel Gunner Gunter Gunārs Gurdev Guru Gussie Gust Gustav Gustava Gustave Gustavine Gustavino Gustavo Gustáv Guus Guusje
Guyot Guérin Gvendolina Gvendolína Gvozden Gwen Gwenaëlle Gwendoline Gwendolyn Gwido György Gábor Gál Gédéon Gérald Gérard Géraud Géza Gökalp Gökben
Gökbörü Gökmen Göknur Gökçe Gökçegöl Gökçen Gökçiçek Gökşin Gönenç Göngör Gönül Göran Görkem Görün Gözde Gúbio Güher Gül Gülay Gülbahar Gülben Güldem
Gülden Güldeste Gülegen Gülemen Gülen Güler Gülgün Gülhan Gülnaz Gülpembe Gülriz Gülsen Gülsüm Gültekin Gülçin Gülümser Gülşen Gümüş Gün Günay
Gündoğdu Gündoğmuş Güner Güneş Güngör Güniz Günnur Günsel Günseli Günyaruk Günçiçek Gürbüz Gürcan Gürdal Gürhan Gürkan Gürol Gürsel Güven Güvenalp
Güvercin Güzey Gıyas Gűnter Habbab Habib Habiba Habil Haby Hacib Hadi Hadja Hadley Hadriel Hadrien Hafi Hafid Hafsa Hafshah Hafız Hagen Hailee Hailey
Hailie Hairyanto Hajar Hakan Hakem Haki Hakim Hakkı Hal Haldun Hale Haleigh Haley Halie Halil Halim Halima Halina Halit Halle Hallie Haluk Hamdi
Hamdullah Hamed Hami Hamid Hamidou Hamima Hamish Hamit Hammâd Hamsini Hamza Hamzah Hana Hanae Hanaé Handan Hande Hanefi Hanga Hani Hania Hanifa Hank
Hanna Hannabel Hannah Hanne Hannele Hannes Hanno Hannu Hans Hansjörg Hanspeter Hansruedi Hansueli Hanuš Haralamb Haralambie Harald Hardana Hardi
Hardouin Hardy Hari Harimurti Harinakshi Harinarayan Harit Harita Harja Harjasa Harjaya Harjo Harley Harmon Harold Haron Haroun Harouna Haroune Harper
Harriet Harrison Harry Harsana Harsanto Harsaya Hartaka Hartana Harto Harun Harvey Hasan Hasano Haseki Hasibi Hasim Hasin Haskell Hasna Hassan Hassane
Hassie Hasta Hatem Hatip Hatouma Hattie Hattâb Hauke Hava Havel Havla Hawa Hawar Haya Hayal Hayali Hayat Hayati Haydar Hayden Haylee Hayley Haylie
Hazan Hazar Hazel Hazle Hazım Haïm Haşim Haşmet Haštal Heath Heather Heber Hector Heda Hedda Hedi Hedvig Hedviga Hedvigo Hedvika Heema Heidi Heidrun
Heikki Hein Heinrich Heinz Heitor Heja Hektoro Helen Helena Helene Heleno Helga Helie Helin Helios Helle Hellen Helmer Helmut Heloise Heloísa Heloïse
Helèna Helène Helēna Henderson Hendra Hendri Hendrik Hendrika Hennes Henning Henri Henrich Henrick Henrie Henrieta Henrieto Henrietta Henriette Henrik
Henrike Henrique Henry Henryk Henryka Heracleea Herbert Herberta Herluin Herman Hermann Hermenegildo Hermina Hermine Herminia Herminio Hermiono
Hermína Hermīne Hernán Hershel Herta Hertha Heru Hervé Heryanto Hester Hesti Hettie Heval Heřman Hiba Hicabi Hicham Hidaya Hidde Hieronim Hikmat
Hikmet Hilaire Hilal Hilar Hilario Hilarion Hilarius Hilary Hilbert Hilda Hildebert Hildegard Hillard Hillary Hillel Hilma Hilmi Hilola Hilton Himadri
Himani Himawan Himmet Hincmar Hind Hipolit Hipolito Hippolyte Hira Hiram Hiranmay Hiranmaya Hiranya Hişam Hjalmar Hlengiwe Hobart Hojimurod Holden
Hollie Hollis Holly Homer Homero Homér Honore Honorine Honorius Honoré Horace Horacio Horacy Horațiu Horea Horia Horst Hortense Hortensia Hortensie
Hortenzia Hortenzie Horymír Horymíra Horác Hosea Hosiyat Hostimil Hostimila Hostimír Hostimíra Hostislav Hostislava Hostivít Houda Hovard Howard
Howell Hoyt Hozan Hrvoj Hrvoje Hrvojka Hubert Huberto Hud Hudson Hugh Hugo Hugues Huguette Hulda Hulki Hulusi Humaira Humay Humberto Hunor Hurram
Hurshida Hurşit Husein Husida Husnida Husniya Husnora Hussein Huub Huzeyfe Hvalimir Hvězdoslav Hvězdoslava Hyacint Hyacinta Hyman Hynek Hypolit Háta
Hâdi Hâlis Hâtem Håkan Håkon Hédelin Hédi Hélie Hélier Hélio Héloïse Hélène Hêvî Hüccet Hüdayi Hüdâvendigâr Hülya Hüma Hümayun Hümeyra Hüner Hürkan
Hüsameddin Hüsamettin Hüseyin Hüsnü Hüsrev Hıfzı Hızır Iacob Iacopo Iacopone Iacov Iago Ian Iana Iancu Ianina Ianira Ianis Ianna Ianos Iaroslav
Iaroslava Iasmina Iban Ibidapo Ibironke Ibodulloh Iboja Ibou Ibra Ibrahim Ibrahima Ibrani Ibrohim Ibukunoluwa Ibun Ica Icaro Icha Icie Icilio Ico Ida
Idan Idell Idella Idir Ido Idowu Idris Idriss Idrissa Idy Ieremia Ifa Ifeanyichukwu Ifeoluwa Ifeoma Iffar Ifora Ifunanya Ige Iginia Iginio Igino
Ignacio Ignacy Ignatius Ignazio Ignjat Ignác Ignácie Ignát Ignáta Igor Igori Ihsan Ihtiyor Ika Ike Ikenna Ikeoluwa Iker Ikhidie Ikhsan Ikin Ikrom Ila
Ilai Ilan Ilana Ilaria Ilarie Ilario Ilarion Ilay Ilayda Ilaçın Ilda Ildebrando Ildefonso Ildegarda Ildegonda Ildika Ileana Ilene Ilenia Ilgmārs Ilgın
Ilhan Ilia Ilian Iliana Iliane Ilias Ilie Ilies Ilija Ilinca Ilinka Ilja Iljana Ilko Illidio Illuminato Ilmari Ilmārs Ilona Ilsa Ilse Ilva Ilyan
Ilyana Ilyane Ilyas Ilyass Ilyes Ilyess Ilyos Ilyès Ilza Ilzo Ima Imad Imam Iman Imane Imani Imelda Imen Imene Imke Immacolata Immacolato Immanuel
Imogen Imogene Imoleoluwa Imran Imrane Imre Imrich Imron Imène Ina Inanç Inara Inaya Incoronata Indah Inder Indiana Indira Indra Indriķis Indro Indy
Ines Inesa Inessa Inez Inga Inge Ingeborg Ingeborga Inger Ingmārs Ingrid Ingrida Ingrīda Ingūna Inioluwa Inja Inka Inkeri Inna Innocente Innocenty
Innocenza Innocenzo Ino Inocenc Inocențiu Insa Intan Inyoni Inza Inès Inés Inéz Inês Inës Ināra Inārs Ioan Ioana Ioanina Iolanda Iole Iona Ione Ionel
Ionela Ionelia Ionică Ionne Ionuț Iorio Iosefina Iosif Ippocrate Ippolito Ira Iraida Irawati Irem Iremide Irena Irene Irenej Ireneo Ireneus Ireneusz
Ireno Ireti Iretioluwa Irfan Iriana Iride Iridenta Irina Irinel Iris Irma Irmak Irmeli Irmina Irnanto Iroda Irsad Irvin Irving Irwan Irwin Iryna Irène
Irēna Isa Isaac Isabeau Isabel Isabela Isabell Isabella Isabelle Isabelly Isac Isacco Isadora Isadore Isai Isaia Isaiah Isaias Isak Isaure Ischirione
Ise Isee Iseoluwa Iseult Ishaq Ishola Iside Isidor Isidora Isidore Isidoro Isidro Isioma Isis Isisa Isla Islam Islom Ismael Ismaele Ismail Ismaël
Ismaïl Ismaïla Ismoil Ismérie Isobel Isolda Isom Isotta Isra Israa Israël Issa Issac Issam Issiaka István Isık Isığ Ita Italia Italo Itri Itunuoluwa
Itzel Itır Iulia Iulian Iuliana Iuliu Iuri Iurie Iurii Iustin Iustina Iustinian Iva Ivah Ivan Ivana Ivanka Ivanna Ivano Ivanoe Ivančica Ivar Ive Ivek
Iven Iveta Ivetta Ivica Ivna Ivo Ivona Ivone Ivonne Ivor Ivory Iván Iwan Iyabode Iyad Iyadunni Iyanuoluwa Iyed Iyinoluwa Iyık Iyıktağ Iza Izaak
Izabela Izabella Izaiah Izaiáš Izajasz Izako Ize Izia Izidor Izidora Izmael Izolda Izoldo Iztok Izydor Izzy Izák Iľja Iŝmaelo Işık Işıl Işılay Işın
Işıner Işığ Jaakko Jabal Jabari Jabulile Jace Jacek Jacey Jacinthe Jacinto Jack Jackeline Jackie Jacklyn Jacky Jaclyn Jaco Jacob Jacoba Jacobo Jacobus
Jacqueline Jacquelyn Jacques Jacynthe Jad Jada Jaden Jadesola Jadon Jadran Jadrana Jadranka Jadranko Jadro Jadwiga Jadyn Jaeden Jael Jaelynn Jaeman
Jaga Jagadish Jagadisha Jagapati Jagaraga Jagathi Jagdeep Jagdish Jagica Jagmeet Jahnu Jai Jaida Jaiden Jailey Jailyn Jaiman Jaime Jaimini Jaimy Jairo
Jais Jaivey Jaka Jakayla Jake Jakelino Jakob Jakobino Jakobo Jakov Jakub Jakuba Jakubina Jakubka Jale Jaleel Jalen Jalil Jalol Jalon Jalou Jalyn
Jamaal Jamal Jamalia Jamar Jamarcus Jamel James Jameson Jamey Jamie Jamil Jamila Jamir Jamiro Jamison Jammie Jamol Jamshid Jan Jana Janae Janaína Jane
Janek Janelle Janessa Janet Janeta Janez Jani Janica Janice Janick Janie Janin Janina Janine Janis Janiya Janja Janjo Janka Janko Janna Jannah Janne
Jannek Jannes Janni Jannie Jannik Jannis Jano Janosch Janusz Jany Janīna Japhet Jaquan Jaquelin Jaqueline Jara Jared Jaren Jari Jarmil Jarmila Jarne
Jarno Jaro Jarod Jarolím Jarolíma Jaromil Jaromír Jaromíra Jaron Jaroslav Jaroslava Jarred Jarrell Jarret Jarrett Jarrod Jarvis Jarwa Jarwadi Jarwi
Jasen Jasenko Jasin Jasmani Jasmijn Jasmin Jasmina Jasmína Jasmīna Jasna Jasněna Jason Jasoň Jasper Jassem Jassim Jasur Jaswadi Jati Jatmiko Jaunita
Jautrīte Javas Javi Javier Javlon Javohir Javon Javonte Jawad Jawed Jax Jaxon Jaxx Jay Jaya Jayadi Jayce Jaycee Jayda Jayde Jayden Jaydon Jayeng
Jaylan Jaylano Jaylen Jaylin Jaylinn Jaylon Jayme Jayne Jayson Jayvano Jazlyn Jazmin Jazmyn Jazmyne Jazzlyn Jazzlynn Jean Jeana Jeanette Jeanie Jeanne
Jeannel Jeannette Jeannie Jeannot Jed Jedediah Jedidiah Jef Jeff Jefferey Jeffery Jeffrey Jeffry Jefri Jefta Jehanne Jela Jelena Jelica Jelisaveta
Jelita Jelka Jella Jelle Jelmer Jelte Jena Jenel Jenifer Jenna Jennah Jennie Jennifer Jennings Jenny Jennyfer Jenovéfa Jens Jensen Jente Jeppe Jerad
Jerald Jeramie Jeramy Jerel Jeremi Jeremiah Jeremias Jeremiasz Jeremie Jeremiáš Jeremy Jerguš Jermain Jermaine Jermey Jernej Jerod Jerome Jeromy
Jeroným Jerrell Jerrod Jerrold Jerry Jerzy Jerónimo Jerôme Jesika Jesper Jess Jesse Jessica Jessie Jessika Jesslyn Jesslynn Jessy Jessyca Jesús Jett
Jette Jettie Jevgeņijs Jevon Jevrosima Jewel Jewell Jezdimir Ješa Jibril Jidde Jihane Jil Jiljí Jill Jillian Jim Jimena Jimi Jimmie Jimmy Jimram
Jinane Jinawi Jindra Jindřich Jindřiška Jinte Jinthe Jip Jitender Jitendra Jitka Jiyan Jiřina Jiří Joachim Joah Joakim Joakimo Joan Joana Joanie Joann
Joanna Joanne Joannie Joanny Joany Joaquim Joaquin Joaquín Joas Jocelyn Jocelyne Jodi Jodie Jody Joe Joel Joelina Joeline Joelle Joep Joes Joesph Joey
Johan Johana Johanino Johann Johanna Johanne Johannes Johano Johanĉjo Johathan John Johnathan Johnathon Johnnie Johnny Johnpaul Johnson Joko Jolana
Jolanda Jolanta Jolayemi Joleen Jolie Jolien Jolijn Jolin Jolina Joline Jon Jona Jonah Jonas Jonatan Jonatano Jonathan Jonathon Jonna Jono Jonte Jonáš
Joojo Joost Jop Jordana Jordane Jordi Jordon Jordy Jordyn Jorga Jorge Jorin Joris Jorn Jorrit Jort Joscha Joschua Jose Josef Josefa Josefien Josefin
Josefina Josefine Josefína Josep Joseph Josephin Josephine Josette Josh Joshua Joshuah Josiah Josiane Josianne Josie Josip Josipa Joso Josse Josselin
Josua Josue Josuo Josué Josy José Joséphine Joud Jourdain Jovan Jovana Jovani Jovanka Jovanny Jovany Jovin Joya Joyce Jozef Jozefa Jozefino Jozefo
Jozefína Jozue João Joël Joëlle Joĉjo Joŝiko Joško Jošt Joža Jože Jožef Jožica Juan Juana Juanita Juda Judah Judd Jude Judicaël Judita Judith Judito
Judson Judy Judyta Judīte Jugoslav Juha Juhani Juho Jukka Jula Julan Jule Jules Juli Julia Julian Juliana Juliane Julianne Julide Julie Julien
Julienne Juliet Julieta Julieto Juliette Juliino Julija Julijana Julika Julina Julio Julita Julius Juliusz Julián Juliána Juliëtte Jumadi Jumagul
Jumari Juna Junayd Junius Juno Junon Jur Juraj Jure Juri Jurre Jurģis Jusra Juste Justen Justeno Justin Justina Justine Juston Justus Justyn Justyna
Justína Justýn Justýna Justīne Jusuf Juta Juul Juvenal Juwan Juwon Jyoti Jyotis Jyotsana Jáchym Ján János Jázmin Jérémie Jérémy Jérôme Jéssica Józef
Józefina József Jörg Jörgen Jørgen Júlia Júlio Július Jürg Jānis Jāzeps Jēkabs Jūlija Jūlijs Jūsma Kaan Kaarina Kaat Kabil Kacey Kaci Kacie Kacper
Kacung Kade Kadem Kaden Kader Kadiatou Kadidia Kadidiatou Kadin Kadir Kadrican Kadriye Kady Kadı Kaela Kaelyn Kagiso Kahina Kai Kaia Kailash Kailee
Kailey Kailyn Kairav Kaitlin Kaitlyn Kaj Kaja Kajen Kajetán Kala Kale Kalea Kaleb Kaleigh Kalender Kalervo Kalevi Kaley Kali Kalidou Kalim Kalinda
Kalinik Kalistrat Kalle Kallie Kalpana Kalyani Kama Kamal Kamala Kamalesh Kamaria Kambali Kamber Kamel Kamelya Kameron Kamidin Kamil Kamila Kamile
Kamilla Kamille Kamla Kamlesh Kamol Kamola Kamoliddin Kamran Kamren Kamron Kamryn Kamuran Kanak Kanaka Kanchan Kancı Kanda Kane Kani Kania Kanishka
Kannan Kannen Kanti Kançı Kapgar Kara Karaca Karahan Karak Karam Karamba Karamoko Karan Karaça Kardi Kareem Karel Karelle Karen Kargılaç Kari Kariane
Karianne Karim Karima Karimah Kariman Karin Karina Karine Karja Karl Karla Karlee Karley Karli Karlie Karlijn Karlo Karlotta Karlıgaç Karman Karmela
Karmen Karmeno Karna Karol Karolann Karoliina Karolina Karoline Karolino Karolo Karolína Karsa Karsana Karson Karta Karthik Kartik Kartika Karunanidhi
Karya Karīna Kasandra Kasey Kashyap Kashyapi Kasim Kasiran Kasiyah Kasián Kasper Kassandra Kassim Kastor Kasusra Kasım Kata Katariina Katarina
Katarzyna Katarína Kate Katelin Katell Katelyn Katelynn Katerino Kateřina Katharina Katherine Katheryn Kathleen Kathlyn Kathrin Kathrine Kathryn
Kathryne Kathy Katia Katica Katie Katija Katina Katja Katlyn Katlynn Kato Katrin Katrina Katrine Katryn Katrīna Kattie Katun Katunkız Katy Kavon Kawa
Kawaca Kawaya Kawtar Kay Kaya Kayaalp Kayacık Kayaçık Kaycee Kayden Kayla Kaylah Kaylee Kayleigh Kayley Kayli Kayliah Kaylie Kaylin Kayna Kaynak
Kayode Kayra Kays Kayun Kayça Kazanç Kazi Kazimierz Kazimír Kazimíra Kazkatun Kaïna Kaïs Kağan Kašpar Keagan Keano Keanu Keara Keaton Keegan Keeley
Keely Keenan Keerti Kees Keet Kehinde Keira Keisha Keith Keji Kekik Keklik Keleş Kellen Kelley Kelli Kellie Kelly Kelsi Kelsie Kelton Kelvin Kelya
Kelyan Kemal Kemalettin Kemba Kemi Kemâl Ken Kenan Kenari Kendall Kende Kendra Kendrick Kenes Kenji Kenna Kennedi Kennedy Kenneth Kennith Kenny Keno
Kensi Kent Kenton Kenyatta Kenyon Kenza Kenzi Kenzie Kenzo Kenzy Keon Kepez Keramet Kerami Kerem Keremşah Keren Kerim Kerry Kerstin Keshaun Keshawn
Kesme Ketsia Keven Kevin Kevon Kevser Keyan Keyken Keyla Keyon Keyshawn Kezia Kezlik Keşşaf Kgabu Khadidiatou Khadidja Khadija Khadim Khady Khalid
Khalifa Khalil Khanyisile Khem Khethiwe Khoudia Khulekani Kian Kiana Kiandra Kianna Kiano Kiara Kiarra Kiel Kiera Kieran Kika Kikelomo Kiki Kiley
Kilian Kilián Killian Kilyan Kim Kimberley Kimberly Kimi Kimo Kin Kincső Kinga Kiné Kip Kira Kiran Kirana Kiraz Kirilo Kirk Kirsten Kirstin Kirti
Kitty Kiyan Kjeld Kjell Klaas Klanjo Klara Klarencjusz Klaro Klaudia Klaudie Klaudius Klaudiusz Klaudián Klaus Klaŭdino Klaŭdo Klea Klemen Klemens
Klement Klementina Klementino Klementyna Klementýna Kleopatra Kleopatro Kliment Klitemnestro Klotildo Klotylda Klára Kléber Klāra Klāvs Knut Knuto
Kobe Koby Kody Koen Kofi Kojo Koko Kolawole Kolby Kole Koleta Koloman Kolombín Kolombína Kolos Kolumbán Kolumbín Kolumbína Komil Komila Komron Konrad
Konrád Konrāds Konstance Konstancie Konstancja Konstantin Konstanty Konstantyn Konstantýn Konstantīns Konsuela Konzuela Konštantín Kopano Kora Koralia
Koray Korbin Korbinian Kordula Korede Korey Korina Korinna Korkut Kornel Korneli Kornelia Kornelius Korneliusz Kornél Kornélia Kornélie Kory Kosma
Kosmas Kosta Koçer Kraig Krasava Krasomil Krasomila Krasoslav Kreuzo Krešimir Krijn Krimhildo Kris Krishna Krishnadas Krishnadasa Krista Kristen
Kristi Kristian Kristie Kristiina Kristijan Kristin Kristina Kristine Kristino Kristián Kristiāna Kristiāns Kristjan Kristofer Kristoffer Kristopher
Kristy Kristína Kristóf Kristýna Kristīne Krisztián Krisztofer Krišjānis Krišs Krištof Krsto Kruno Krunoslav Krystal Krystel Krystian Krystina
Krystyna Kryšpín Kryštof Krzysztof Ksantipo Ksawera Ksawery Ksenia Ksenija Ksenofont Kubad Kubat Kubilay Kubra Kubura Kuddusi Kujoe Kumar Kumari Kumru
Kumuda Kumush Kuncara Kunhuta Kunthara Kurnia Kurt Kurtis Kusuma Kutbettin Kuzey Kuzman Kvetoslava Kvido Květa Květoslav Květoslava Květoň Květoš
Květuše Kwabena Kwadwo Kwaku Kwame Kwamena Kwasi Kweku Kwesi Kwintyn Kyan Kyano Kyara Kyla Kyle Kylee Kyleigh Kyler Kylian Kyliann Kylie Kyllian
Kyllikki Kyra Kâmil Kâzım Kéba Kévin Köksal Kübra Kürşad Kārlis Kımız Kımızalma Kımızalmıla Kımızın Kırgavul Kırlangıç Kırçiçek Kısmet Kıvanç Kıvılcım
Kıymet Kızdurmuş Kızılalma Křesomysl Křišťan Laal Labuh Lacey Lachlan Lacy Lada Ladarius Ladina Ladislao Ladislau Ladislav Ladislava Ladji Laetitia
Lafayette Lahna Lai Laia Laila Laisha Lajos Laksana Lakshman Lakshmi Lakshmidhar Lakshminath Laksita Lal Lala Lale Lalie Lalita Lamar Lambert Lamberto
Lamia Lamih Lamine Lamont Lana Lanang Lance Lancelot Lancilotto Landen Lander Landolfo Landry Laney Lanfranco Langa Langgeng Lanjar Lantar Lapo Lara
Laras Larina Larisa Larissa Laron Larry Lars Larue Larysa Lascăr Lasmanto Lasmono Lassana Lasse Laswi Laszlo Latif Latifa Latife Latika Latofat Latoya
Laura Laurane Laure Laureen Laurel Laureline Lauren Laurenc Laurence Laurencie Laurencja Laurencjusz Laurens Laurent Laurentia Laurentino Laurentiu
Laurenty Laurentyna Laurenz Laurenția Laurențiu Lauretta Lauri Laurian Lauriane Laurianne Lauriano Laurie Laurin Laurine Laury Lauryn Laurène Lautone
Lava Lavada Lavanya Lavern Laverna Laverne Lavina Lavinia Lavinio Lavon Lavonne Lavínia Lavīze Lawrence Lawrencia Lawson Laxman Laxmi Layana Layanah
Layla Laylo Layne Lazar Lazare Lazaro Laziz Lazzaro Lazăr Laëtitia Laŭrenco Laŭro Lea Leah Leana Leander Leandr Leandra Leandre Leandro Leane Leann
Leanna Leanne Leano Leart Leatha Leda Ledion Lee Leela Leelou Leena Leendert Lega Legawa Lehna Leia Leif Leigh Leila Leilani Lejla Leke Lela Lelah
Leland Lelia Leman Lembah Lemide Lempi Lemuel Len Lena Lene Leni Lenia Lenja Lenka Lenn Lenna Lennard Lennart Lenne Lennert Lenni Lennie Lennon Lennox
Lenny Lenora Lenore Leny Lenya Leo Leodegar Leokádie Leola Leon Leona Leonard Leonardo Leone Leonel Leonhard Leoni Leonia Leonid Leonida Leonidas
Leonie Leonilda Leonio Leonis Leono Leonor Leonora Leonore Leontin Leontina Leontine Leontýn Leontýna Leontīne Leonzio Leonīda Leonīds Leopardo
Leopold Leopolda Leopoldina Leopoldine Leopoldino Leopoldo Leopoldýna Leora Leoš Leposava Lera Lerato Lere Leroy Lerzan Lesana Lesley Leslie Lesly
Lessie Lestari Lester Leta Letha Leticia Leticie Letitia Letizia Letiția Letterio Letícia Leu Leufroy Lev Levana Levent Levente Levi Levin Levio Levke
Levoslav Levy Lew Lewin Lewis Lex Lexi Lexie Lexus Leya Leyan Leyla Leyna Leïla Leïna Lešek Lia Liah Liam Lian Liana Liara Lias Libbie Libby Liberata
Liberato Liberatore Liberio Libero Liberto Libor Libora Liboria Liborio Liboslav Liboslava Libuša Libuše Libère Liběna Licia Lică Lida Lidania Lidia
Lidija Lidio Lidmila Lidya Lieke Lien Liene Lieto Lieuwe Lieve Lieze Ligia Liisa Lila Lilas Lili Lilia Lilian Liliana Liliane Lilianna Lilie Lilien
Lilio Lilith Liliya Liliána Liliāna Lilla Lilli Lillian Lilliana Lillie Lilly Lilou Lilwenn Lily Lilya Lilyan Liman Limar Lina Linda Linde Lindsay
Lindsey Linett Linn Linne Linnea Linnie Linnéa Lino Linoy Linoï Lintang Linus Linwood Lio Lioara Lionel Lior Liora Liron Lirone Lis Lisa Lisandro
Lisann Lisanne Lisbeth Lise Liselotte Lisette Lison Lital Litzy Liuba Liubov Liubovi Liudmila Liusea Liv Liva Livia Liviana Livie Livino Livio Liviu
Livius Liya Liyah Liyam Liyan Liyana Liz Liza Lizbeth Lize Lizeth Lizz Lizzie Lizzy Liétald Liāna Ljiljana Ljuba Ljubica Ljubiša Ljubomir Ljudevit
Llewellyn Lloyd Loa Loane Lobar Lodovica Lodovico Loek Loes Loet Logan Lohan Lois Lola Lolade Lolita Loma Lon Lone Longin Lonie Lonnie Lonny Lonzo
Lora Loraine Lore Loredana Loreen Lorelei Lorella Loren Lorena Lorenc Lorene Loreno Lorenz Lorenza Lorenzo Loreta Loretta Lori Lorian Loriana Lorik
Lorin Lorine Loris Lorna Lorrain Lorraine Lota Lotar Lothaire Lothar Lott Lotta Lotte Lotti Lottie Lou Loua Louan Louane Louann Louay Loubna Louca
Louie Louis Louisa Louise Louison Louka Loula Louna Lounis Loup Lourenço Louvenia Lova Lovisa Lovorka Lovro Lowell Lowie Loy Loyce Loïc Loïs Loïse Lua
Luan Luana Lubin Lubomír Lubomíra Lubor Luboslav Luboslava Luboš Luc Luca Lucas Lucca Luce Lucențiu Lucia Lucian Luciana Luciano Lucica Lucie Lucien
Lucienne Lucija Lucijan Lucile Lucilla Lucille Lucinda Lucio Lucious Lucius Lucián Luciána Lucja Lucjan Lucretia Lucrezia Lucreția Lucrețiu Lucy Lucía
Ludano Ludie Ludivine Ludivoj Ludiše Ludmila Ludolphe Ludomír Ludomíra Ludoslav Ludoslava Ludovic Ludovica Ludovico Ludovikino Ludoviko Ludvig Ludvika
Ludvík Ludvíka Ludwig Ludwik Ludwika Luděk Lue Luella Luena Luhung Lui Luigi Luigia Luis Luisa Luise Luiz Luiza Lujza Luk Luka Lukas Luke Lukhona
Lukita Lukman Luko Lukrecius Lukrécie Lukáš Lula Lulu Luluh Lulut Luminita Luminița Luminosa Lumír Lumíra Luna Lune Lungelo Lungu Lupe Lura Lurhur
Lurline Lutfan Lutfi Lutfiya Lutfulloh Luther Luthfi Lutibor Lutobor Lutz Luuk Luus Luwar Luwes Lux Luz Luzie Luís Luísa Luďka Luīze Lwandle Lya Lyam
Lyan Lyana Lyda Lydia Lydie Lyes Lykke Lyla Lyle Lylia Lylou Lyn Lyna Lynda Lyne Lynette Lynn Lynne Lyric Lysanne László Léa Léana Léandre Léda Léna
Léo Léon Léonard Léonie Léonne Léopold Léopoldine Lévi Lívia Lîlan Lîrîk Lütfi Lütfullah Lýdia Lýdie Lāsma Lăcrămioara Lība Līga Līksma Līna Līva
Līvija Līze Lūcija Maad Maaike Maan Maarit Maarten Maartje Maas Maayane Mabel Mabela Mabelle Mable Mabruk Mac Maca Macaire Macaria Macario Maccabeo
Mace Maceo Macey Maci Macie Mack Mackenzie Mactar Macy Madalena Madaline Madalyn Maddalena Maddison Maddox Madeleine Madelief Madeline Madelyn
Madelynn Madge Madhuri Madid Madie Madilyn Madina Madisen Madisyn Madita Madlaina Madleen Madlen Madonna Mads Mady Madyson Mae Maegan Mael Maelle
Maelys Maes Maeva Maeve Mafalda Maffeo Magali Magda Magdalen Magdalena Magdaleno Magdaléna Maggie Maggiorino Magno Magnolia Magnus Maguelone Maguette
Mahamadou Mahan Mahault Mahaut Mahdi Mahe Mahendra Maher Mahesa Mahesh Maheswar Mahfud Mahir Mahmoud Mahmud Mahmut Mahrus Mahulena Mahzan Mahzun Mahé
Mai Maia Maica Maida Maija Maik Maike Maila Mailin Mailo Maimunah Maiorico Maira Maitê Maiya Maja Majda Makan Makar Makara Makary Makayla Makenna
Makenzie Makhtar Makinwa Maks Maksim Maksimo Makso Maksud Maksym Maksymilian Makuta Mala Malachi Malak Malati Malco Malcolm Malea Malek Malena Malene
Malia Malick Malik Malika Malin Malina Malinda Mališa Mallaury Mallie Mallory Malo Malone Malou Maloxat Malte Malthe Malti Malvina Malvino Malvína
Malvīne Malwina Mamadou Mamady Maman Mamante Mamert Mamie Mamoudou Mamour Manah Manal Manar Manassé Manca Mancio Manda Mandaakin Mandakini Mandla
Mandy Manel Manelle Manetto Manfred Manfredo Manfréd Mangala Mangalya Mani Manik Manikya Manil Manilio Manisha Manjo Manjusha Manley Manlio Manoah
Manoj Manole Manon Manona Mansour Mansueto Mansur Mansvet Manu Manuel Manuela Manuele Maphikelela Maqsud Mara Marah Maram Marana Maras Marat Marc
Marceau Marcel Marcela Marceli Marcelin Marcelina Marceline Marcelino Marcell Marcella Marcelle Marcello Marcellus Marcelo Marcelína Marcheta Marcia
Marciano Marcin Marco Marcos Marcu Marcus Mardon Mare Mareike Marek Maren Marena Mareta Marga Margana Margaret Margareta Margarete Margareto Margarett
Margaretta Margarette Margarida Margarita Margaréta Margaux Marge Margherita Margie Margit Margita Margo Margot Margret Margrit Margrith Marguerite
Mari Maria Mariadi Mariah Mariam Mariama Mariame Marian Mariana Mariane Marianna Marianne Mariano Maribel Marica Maricarmen Maricica Marie Marieke
Mariela Mariella Marielle Mariem Marieta Marietta Marija Marijan Marijana Marijn Marika Marilena Marilie Marilou Marilu Marilyn Marilyne Marilú Marin
Marina Marinela Marinella Marinetta Marinjo Marinko Marino Marinus Mario Marioara Mariola Marion Marisa Marisol Marissa Marit Marita Maritza Marius
Marián Marième Marja Marjan Marjane Marjatta Marjeta Marjolaine Marjorie Marjory Markika Markku Marko Markus Markéta Marla Marlee Marleen Marlen
Marlena Marlene Marley Marli Marlie Marlies Marlin Marlis Marlo Marlon Marly Marlène Marnie Marolo Marouane Maroš Marques Marquis Marquise Marrit
Marsha Marshall Marsito Marsudi Marta Martaka Martana Martani Marte Marten Marteno Martha Marthe Martim Martin Martina Martine Martino Martti Marty
Martyna Martín Marut Maruta Marvin Marwa Marwan Marwane Marwata Marwen Marwin Mary Maryadi Maryam Maryann Maryanto Maryjane Marylou Maryna Maryse
Marzia Marzio Marème María Marína Marģers Mas Mashxura Massamba Massima Massimiliano Massimo Massinissa Matan Matar Matei Matej Mateja Mateo Mateus
Mateusz Matheo Matheus Mathew Mathias Mathieu Mathijs Mathilda Mathilde Mathis Mathurin Mathuys Mathys Mathéo Matias Matija Matilda Matilde Matis
Matisse Matjaž Matko Mato Matouš Matroniano Mats Matt Mattea Matteo Mattes Mattheo Matthew Matthias Matthieu Matthijs Matthis Matti Mattia Mattias
Mattie Mattis Mattéo Matylda Matys Matyáš Matz Matías Matúš Matěj Matīss Maud Maude Maudie Maugis Maura Maureen Maurice Mauricette Mauricio Maurilio
Maurine Maurits Maurizio Mauro Maurycy Mavdud Maverick Mavis Mavlon Mavluda Mawuena Mawusi Max Maxbuba Maxellende Maxence Maxens Maxfuza Maxi Maxie
Maxim Maxima Maxime Maximilian Maximiliano Maximilien Maximilián Maximillia Maximillian Maximo Maximus Maxine Maxmilián Maxsuma Maxwell Maya Mayane
Mayar Maybell Maybelle Maye Mayeul Mayla Mayline Maylis Maymie Maynard Mayoor Mayra Maysa Mayson Mayssa Mayte Mazbut Mazhar Mazie Mazlum Maé Maélis
Maël Maëlie Maëline Maëlis Maëlle Maëly Maëlyne Maëlys Maëva Maï Maïa Maïly Maïlys Maïmouna Maïna Maïssa Maïssane Maïwenn Małgorzata Maša Mašinka
Ma’mur Ma’ruf Ma’sud Mbalienhle Mbaye Mckayla Mckenna Mckenzie Meagan Meaghan Meda Medard Medardo Medea Medina Medine Medoro Medya Meena Meenakshi
Mees Megan Megane Meggie Meghan Meghnad Meghnath Mehdi Mehmet Mehriban Mehtap Meik Meike Meire Mekhi Melani Melania Melanie Melanio Melany Melba
Melchiade Melchior Melchiorre Melda Melek Melenija Melezio Melia Melichar Melih Melike Melikşah Melina Melinda Meline Melis Melisa Melissa Melita
Melitina Melle Mellie Mellina Melnic Melodi Melodie Melody Mels Meltem Melusine Melvil Melvin Melvina Melvyn Melyna Melyssa Melánia Melánie Memduh
Menahem Menaka Menardo Mence Mendel Menelao Meneo Menka Menno Mennone Menodora Meral Mercede Mercedes Mercurio Meredith Merel Merete Meriam Meriem
Merih Merijn Meriç Merjem Merl Merle Merlin Merritt Mert Mertie Merve Mervin Merwan Meryam Meryem Meryl Messalina Mestan Mesut Meta Mete Metello Metin
Metod Metoděj Metrofane Mette Mevlüt Mex Meyra Meïssa Mečislav Mečislava Mhambi Mia Mica Micael Micaela Micah Micha Michael Michaela Michal Michala
Michale Michalina Michaël Michał Micheal Michel Michela Michelangelo Michele Micheline Michelle Michèle Mick Mickael Mickaël Midas Mieke Miel Miguel
Miha Mihael Mihaela Mihai Mihail Mihailo Mihajlo Mihnea Mihriban Mihály Mija Mijat Mik Mika Mikael Mikaela Mikail Mikayla Mikaïl Mike Mikel Mikkel
Mikki Mikko Miklós Mikoláš Mikołaj Mikuláš Mila Milada Miladin Milana Milanka Milanko Milano Mildred Milena Mileta Miley Milford Milhan Milica Milisav
Milivoj Milić Miljan Miljana Miljenko Milka Milla Mille Miller Millicent Millie Milly Milo Milojica Milomir Milorad Miloslav Miloslava Milota Milou
Milouš Milovan Milovín Miloň Miloš Milred Milton Milutin Milutín Miluše Milán Milík Milíč Mima Mimma Mimo Mina Minakshi Mindy Minerva Minervina
Minervino Minh Mink Minka Minna Minnie Minodora Mio Mioara Miodrag Miomir Mir Mira Mirabela Mirac Miran Miranda Miray Miraziz Miraç Mircea Mirco
Mireille Mirek Mirela Mirella Mireya Miriam Miriama Miriamo Mirja Mirjam Mirjana Mirka Mirkelam Mirko Mirkó Mirna Miro Mirocleto Miromil Miromila
Miron Mirona Miroslav Miroslava Mirre Mirta Mirte Mirthe Mirtil Mirto Miruna Mirza Mirziyo Misael Misaele Misbah Mischa Mislav Missouri Misty Mitar
Mitch Mitchel Mitchell Mithat Mitică Mitja Mitra Mitruț Mittie Miya Mizgîn Miĉjo Miķelis Miša Miško Mlad Mladen Mlađana Mnata Mnislav Mnislava Moa
Mobolaji Moche Moctar Modesta Modesto Modibo Modou Modrīte Modupe Mody Mofifoluwa Mohamad Mohamadou Mohamed Mohammad Mohammed Mohan Mohana Mohinder
Mohini Mohir Moira Moises Moisés Mojca Mojisola Mojisoluwa Mojmír Mojżesz Mojžíš Mollie Molly Momir Momira Mona Monaldo Monalisa Monde Monica Monika
Moniko Monique Monitore Monroe Monserrat Monserrate Monte Monty Monvīds Moos Moradeke Morayo Morena Morenike Moreno Morgan Morgana Morgane Moriah
Moric Moris Moritz Morne Morolake Morris Morten Mortimer Morton Mory Mose Moseo Moses Moshe Mosinmileoluwa Mossie Mosunmola Mosè Motunrayo Mouctar
Mouhamadou Mouhamed Mouhameth Mouhammadou Moussa Moustafa Moustapha Moxidil Moxigul Moxina Moxinur Moxira Moyosore Mozell Mozelle Mozes Moïra Moïse
Moïsette Mořic Mpho Mpilo Mpumelelo Msizi Mstislav Mthunzi Muammer Muattar Muaviye Muaz Muazzam Mubina Mudīte Mufiz Mugur Mugurel Muhamado Muhammad
Muhammed Muharrem Muhsin Muhtar Muhterem Muhteşem Muhtor Muhyiddin Mujur Mukadder Mukaddes Mukesh Muktedi Muktedir Muktefi Mukul Mulya Mulyanto
Mulyono Mumpuni Muni Munif Murat Muriel Muriela Murilo Murl Murod Murphy Murray Mursinin Mursita Murti Musa Musawenkosi Muslih Mustafa Mustafo
Mustapha Mustika Mustofa Musulmon Mutahhar Mutasım Muteber Mutemed Mutia Muttalib Muyassar Muyiwa Muzaffar Muzaffer Muziano Mya Myah Myla Mylan Mylene
Myles Mylo Mylène Myra Myriam Myrl Myrna Myron Myrthe Myrtice Myrtie Myrtil Myrtille Myrtis Myrtle Mája Márcia Mária Mário Márk Márton Mátyás Máté
Médea Médoune Médéric Mégane Mélanie Méline Mélisande Mélissa Mélissandre Mélodie Mércia Mérovée Mína Mónica Móric Müesser Müfid Müge Müjdat Müjde
Müjgan Mükerrem Mümtaz Münevver Münir Müren Müzdad Müşir Māra Mārcis Māris Mārtiņš Mārīte Mădălin Mădălina Mălina Mărioara Măriuca Mētra Mısra Nabi
Nabil Nabila Nabin Naci Nada Nadalina Nadejda Nadežda Nadi Nadia Nadine Nadir Nadja Nadzieja Nadège Naděžda Nae Nael Naemi Nafisa Nafiz Nagabhushanam
Nahel Nahid Nahil Nahla Naim Naja Najam Najib Najla Najmiddin Najwa Nakia Nala Nalan Nalar Nalini Namazio Namık Nana Nancy Nand Nanda Nandi Nando
Naneta Nanna Nannie Naomi Naomie Naoufal Naoufel Napoleon Napoleone Nara Naradi Narayan Narcis Narcisa Narciso Narcisse Nardi Narendra Nargiza Narimon
Narin Narinder Narji Narseo Narsete Nasab Nash Nasiba Nasim Nasir Nasriddin Nasrullah Nassim Nastja Nat Natacha Natale Natalia Natalie Natalija
Natalina Natan Natanael Nataniel Natasa Natasha Nataša Natașa Nate Nathalie Nathan Nathanael Nathanaël Nathanial Nathaniel Nathen Natiq Natka Natália
Natálie Naud Naudet Naura Naveen Navin Nawal Nawel Nawfel Nawroz Naya Nayel Nayeli Nayla Naz Nazan Nazario Nazariusz Nazary Nazif Nazim Nazlı Nazmi
Nazrulloh Nazzareno Nazzaro Nazım Naël Naëlle Naïa Naïl Naïla Naïm Naïma Naïs Naďa Nađa Ndleleni Ndondoloza Nea Neal Nebojša Necat Necati Necdet
Nechifor Necib Necla Necmettin Ned Neda Nedeljko Nedim Nedjeljka Nedjeljko Nedra Neela Neele Neeltje Nefeli Neha Nehir Neil Neiva Neja Nejat Nejc
Nejla Neklan Nela Nelda Nele Nelea Neli Nelia Nelio Nell Nella Nelle Nellea Nelli Nellie Nelly Nels Nelson Nelu Nelya Nemanja Nena Nenad Nene Neoma
Neonila Neopolo Neoterio Nepomuk Nera Nerea Nereo Nergis Neri Nermine Nesa Nesim Neslişah Nesrin Nesrine Nestor Nestore Nettie Neva Neven Nevena
Nevenka Nevin Nevio Nevra Nevzat Newell Newroz Newton Neyla Nezamysl Neïla Neşet Ne’matulloh Nhlakanipho Nia Niame Nicanor Nicarete Nicea Niceforo
Niceto Nicezio Nichifor Nicholas Nicholaus Nichole Nick Nicklas Nicklaus Nickolas Nicla Niclas Nico Nicoară Nicodemo Nicodim Nicola Nicolae Nicolai
Nicolaie Nicolas Nicole Nicoleen Nicoleta Nicoletta Nicolette Nicoline Nicolás Nicolò Nicon Nicu Niculina Niculiță Nicușor Nicuță Nicéphore Nida Nidia
Niek Niels Niene Nienke Nigar Nigel Nigora Nihad Nihal Nihan Nihat Nik Nika Nike Nikita Nikki Nikkie Nikko Niklas Niklaus Niklāvs Niko Nikodem Nikodém
Nikodéma Nikol Nikola Nikolai Nikolao Nikolas Nikolasz Nikoleta Nikolina Nikolĉjo Niké Nikša Nil Nila Nilam Nilde Nilgün Nils Nilufar Nimakoah Nimas
Nimit Nimród Nina Nineli Ninfa Niniano Ninioluwa Nino Ninon Ninthe Nio Niouma Niraj Niranjan Nirbhay Niro Nisa Nisan Nischal Nives Niyaga Niyazi
Niyilolawa Nizamettin Nizar Nizom Nizomiddin Niştîman Njegomirka Nkanyezi Nkosenye Nkosingiphile Nkosinhle Nkosiyabo Nnamdi Noa Noah Noam Noami Noan
Noar Noaĥo Nodira Noe Noel Noelia Noelie Noema Noemi Noemie Noemy Nofoto Noha Noham Nohan Noila Nokuthula Nola Nolan Nolann Nolen Nolhan Nolwazi Nomi
Nomvula Nona Nonhlanhla Nonjabulo Nonkululeko Nonna Noor Noortje Nora Norah Norbert Norberta Norberto Nore Norene Norhane Norica Norina Norma Normand
Norris Norval Norwood Nosir Nosirjon Nostriano Noud Nouha Nour Noura Nourane Nouri Nout Nova Novak Novan Novi Noviana Novita Nowi Nox Nozima Nozipho
Noâm Noè Noé Noémi Noémie Noë Noël Noëlla Noëlle Nqobile Nrima Nthabiseng Ntokozo Ntombizodwa Nuccia Nugraha Numan Nuno Nunziata Nunzio Nur Nural
Nuran Nuray Nurbek Nurettin Nurgül Nurgün Nuri Nuria Nuriddin Nurlan Nursel Nurseli Nurul Nurullah Nusrat Nusratulloh Nusret Nuša Nya Nyah Nyana
Nyasia Nynke Nyoman Nándor Nátán Néhémie Nélia Néné Nóra Núbia Núria Nûda Nûdem Nûredîn Nükhet Něhoslav Oana Oba Obid Obie Obioma Obrad Obren Oceane
Ocie Octav Octave Octavia Octavian Octaviana Octavio Octaviu Océane Oda Oddone Odelia Odell Oderico Odessa Odeta Odetta Odette Odidone Odie Odil Odile
Odilia Odilon Odin Odolen Odon Odorico Odunayo Ofelia Ofelya Ofélia Ofélie Oger Ognjana Ognjen Ogooluwa Ojaswini Ojārs Okan Oke Okey Okiki Okta
Oktavie Oktavius Oktavián Oktay Okto Oktávie Okşan Ola Oladara Oladare Oladimeji Olaf Olaide Olajumoke Olakunle Olamide Olanrewaju Olansile Olaoluwa
Olasunmbo Olatunbosun Olavi Olayinka Olbram Olcay Oldrich Oldřich Oldřiška Ole Oleg Oleksandr Olen Olena Olesea Oleta Olga Olgica Oliga Olim Olimpia
Olimpiada Olimpian Olimpio Olimpiu Olin Olinda Olindo Oliva Oliver Olivera Olivia Olivie Olivier Oliviera Oliviero Oliviu Olivér Oliwia Oliwier Olle
Ollie Olof Ololade Olufeyisayo Olufunke Olufunmi Olufunmilayo Olumide Olumorotimi Olusola Olutomiwa Oluwafemi Oluwagbemiga Oluwakemi Oluwamumibori
Oluwamuyiwa Oluwasanmi Oluwasegun Oluwasemilore Oluwaseun Oluwaseyi Oluwatimilehin Oluwatobiloba Oluwatofunmi Oluwatosin Oluwatoyosi Oluwatumise
Oluwole Oluwunmi Olympe Olympia Olympie Olívia Olīvija Oma Omad Oman Omana Omar Omari Omawunmi Ombeline Ombline Ombretta Omer Omero Omina Omobobola
Omobolanle Omodunni Omolabake Omolara Omolola Omosalewa Omotara Omotayo Omotola Omotolani Omotoun Omowumi Ona Ondina Ondine Ondrej Ondřej Ondřejka
Onesta Onesto Oni Onie Onofrio Onome Onorata Onorina Onorino Onorio Onoriode Onufry Onur Oona Oormila Opal Opalina Opaline Opan Opemipo Opeoluwa
Opeyemi Ophelia Ophelie Ophélie Opung Oqil Ora Oran Orazio Orchidea Orell Oren Orenzio Oreofe Orest Oreste Orestes Orfeo Orhan Oriana Oriande Oriane
Orie Orietta Orif Orin Orio Orion Orland Orlane Orlo Ornella Oronzo Orpha Orrin Orsino Orso Orsola Orsolina Ortansa Ortensia Ortensio Orval Orville
Orvokki Orzu Osanna Osbaldo Osborne Oscar Oskar Oskari Oskaro Osman Osmondo Osmund Ostoja Osunleke Osvald Osvaldo Oswald Oswaldo Ota Otabek Otakar
Otakara Otello Otha Othmane Otho Otilia Otilie Otis Otmar Oto Otokar Otomar Ottaviano Ottavio Ottilia Ottilie Ottis Otto Ottone Otília Otýlie Otīlija
Oumar Oumayra Oumou Oury Ousmane Oussama Ova Ovidio Ovidiu Ovidius Owen Oxana Oya Oybek Oyenike Oyga Oyindamola Oyindasola Oynur Oysha Ozan Ozana
Ozanne Ozella Ozod Ozoda Ozodbek Ozren Ozy Oğuz Oğuzhan Oļegs Oļģerts Oľga Pablo Paciano Pacifico Paco Pacomio Pacôme Padam Padma Padmi Paige Paiman
Paja Pakize Palatino Palladia Palladio Palma Palmazio Palmira Palmiro Paloma Palémon Pam Pamela Pamfil Pammachio Panagachie Panait Panca Pancario
Pancrazio Pandu Panfilo Pangeran Pangestu Panji Panka Pankracy Pankrác Panna Pansy Pantaleo Pantaleon Pantaleone Pantelei Paola Paolo Param Paramartha
Paramita Paraschiva Parascovia Pardi Pardo Parfait Paride Parla Parman Parmenio Parsival Parvati Pascal Pascale Paskal Paskala Pasquale Paterne
Paterniano Pathé Patrice Patricia Patricie Patricija Patricio Patrick Patrik Patriko Patrizia Patrizio Patroclo Patrycja Patrycjusz Patrycy Patryk
Patrícia Patrīcija Patsy Patti Pattie Patty Paul Paula Paule Paulette Paulica Paulien Pauliina Paulin Paulina Pauline Paulo Paulína Paulīne Pauside
Pava Pavel Pavica Pavla Pavle Pavlina Pavlín Pavlína Pavol Paweł Paxton Payidar Payton Paŭlino Pearlie Pearline Pedro Peer Peggie Peggy Pekka Pelaghia
Pelagia Pelagie Peleo Pelhřim Pelin Pelinsu Pelle Pellegrino Pelumi Pembe Penda Penelopa Penelope Pentti Pepe Pepijn Pepo Pera Perceval Percival Percy
Peri Perica Pericle Perihan Perikles Perkasa Perla Perle Pernilla Pero Perpetuo Perran Perrine Perry Perseo Persida Pertev Peruna Perver Pervin
Perzida Perî Petar Pete Petek Peter Petko Petr Petra Petrana Petre Petri Petrică Petrija Petrișor Petro Petronela Petronila Petronilla Petronille
Petronio Petronius Petru Petruše Petruț Petruța Petteri Petula Peyami Peyton Pharell Pheobe Phil Phila Philani Phileas Phileine Philemon Philibert
Philine Philip Philipp Philippa Philippe Philippine Phillip Philomène Philothée Philou Philémon Phiwokwakhe Phoebe Phyllis Pia Pien Piera Pierangelo
Pierce Piergiorgio Pierluigi Piermarco Piero Pierre Pierrick Piersilvio Piet Pieter Pietro Pilar Pim Pinkie Pio Piotr Pip Piper Pippa Pippo Piraye
Pirjo Pirkko Pius Placida Placido Platon Platone Platón Pleun Plinio Plutarco Pol Pola Polidoro Polifemo Polikarp Polina Polissena Pollione Polly
Polona Polykarp Polyxena Pompeo Pompilia Pompiliu Pomponio Pontus Ponziano Ponzio Pooja Poornima Poppy Porfirio Porfiriusz Porfiry Porzia Porziano
Postumio Poul Praba Prabawa Prabin Prabowo Prabu Prakash Prakosa Pramila Pran Pranata Pranawa Pranay Prasad Prasanna Prascovia Prasetya Prasetyo
Prashant Prassede Prathamesh Pratiwi Pravdan Pravdomil Pravdomila Pravomil Pravomila Pravoslav Pravoslava Prayag Prayitna Prayoga Prayogo Predrag
Preity Prem Prema Presley Preston Priamo Prima Primerose Primo Primož Prisca Priscila Priscilla Priscille Prisco Priska Prita Privato Priya Priyala
Procopio Profira Prokles Prokop Prokopa Prokul Proserpina Prosper Prospera Prospero Protasio Proteo Providenci Prudence Prudenzia Prudenzio Prune
Prvoslav Publio Puck Puji Puk Pulchérie Puneet Pupolo Puput Purna Purnima Purushottam Purwa Purwadi Purwanto Pushti Pusicio Puspa Puspita Puti Putri
Putu Päivi Pécine Pélagie Pénélope Pépin Péter Pétronille Pío Pārsla Pāvils Pătru Pēteris Pınar Přemysl Přibyslav Přibyslava Qizilgul Qobil Qori Qosim
Quartilla Quarto Quasimodo Qudrat Queenie Quentin Quentine Querano Quieta Quin Quincy Quinn Quinten Quintia Quintiliano Quintilio Quintino Quinton
Quinty Quinziano Quinzio Quirin Quirino Quiteria Quitterie Quiéta Rabia Rachael Rachel Rachela Rachele Rachelle Rachid Raci Rada Radan Radana Radegast
Radek Radeke Raden Radenko Radha Radhost Radika Radim Radimír Radimíra Radina Radion Radislav Radislava Radit Raditya Radivoj Radivoje Radiša Radka
Radko Radmil Radmila Radmilo Rado Radojka Radolfo Radomil Radomila Radomir Radomír Radomíra Radosav Radoslav Radoslava Radovan Radovana Radoš Radslava
Radu Radul Radvan Radúz Rae Raegan Raf Rafael Rafaela Rafaelo Rafaël Rafał Rafet Raff Raffaele Raffaella Rafi Rafid Rafila Rafiq Rageshwari Rageswari
Raharja Rahayu Raheem Rahel Rahim Rahime Rahma Rahman Rahmat Rahmawati Rahmi Rahsaan Rahul Rahşan Raide Raif Raihan Raik Raimondo Raimund Raina
Rainald Rainaldo Rainelda Rainer Rainhard Rainold Raisa Raj Rajab Rajan Rajana Rajendra Rajina Rajinder Rajiv Rajko Rajmund Rajna Rajnold Rajsa Raju
Rakesh Rakita Rakıp Raleigh Ralf Ralph Raluca Rama Ramaa Ramata Ramatoulaye Ramazan Ramesh Rameshwar Rami Ramiro Ramiz Ramon Ramona Ramy Ramziddin
Ramziya Ramón Rana Randal Randall Randi Randolf Randolph Randy Ranek Rangga Rania Raniero Ranim Ranjan Ranjeet Ranjit Ranko Ranolfo Ransom Ranya Raoul
Raphael Raphaelle Raphaël Raphaëlle Rapulane Raquel Rareș Rashad Rashawn Rasheed Rasheedah Rashid Rasifa Rasim Rasmus Rastislav Rastislava Rati
Ratibor Ratih Ratimir Ratmír Ratna Rauf Raul Ravi Ravshan Rawane Raxmatulloh Rayan Rayane Rayen Raymond Raymonde Raymundo Rayona Rayxona Rayyan Raúl
Raĥelo Raşit Raško Ra’no Rea Reagan Reanna Reba Rebeca Rebecca Rebeka Rebekah Rebekka Rebeko Recai Recep Reda Redmond Reece Reed Reese Refah Refet
Refik Regan Reggie Reghina Regina Reginald Reginaldo Regitze Regnārs Regolo Regula Regína Regīna Reha Reid Reilly Rein Reina Reine Reinhard Reinhold
Reis Rejan Reksa Relja Relu Remi Remig Remigio Remilekun Remington Remo Remondo Remus Remy Remzi Renat Renata Renate Renato Renaud Rendy Rene Renee
Renette Rengin Renja Rens Renske Renzo Renát Renáta René Renée Renārs Renāte Respati Respicio Ressie Restu Resûl Resül Reta Retha Retno Reto Retta
Reuben Reva Revi Rex Rey Reybaud Reyes Reyhan Reymundo Reyna Reynold Reza Rezzan Reşat Reşîd Rhea Rhett Rhianna Rhiannon Rhoda Rhonda Ria Riaan Riad
Rian Riana Rica Ricardo Ricario Riccarda Riccardo Richard Richarda Richelmo Richie Richmond Richárd Rick Rickard Rickey Rickie Ricky Rico Ridwan Rieke
Rifat Riff Rigard Rigoberto Riitta Rija Rika Rike Rikke Riley Rim Rima Rimma Rina Rinaldo Rini Rino Ristana Rita Ritesh Ritva Riv Rivka Riyad Rizki
Rizvon Ričards Roan Robaldo Robb Robbe Robbie Robert Roberta Robertina Roberto Robi Robin Robina Robinson Robiya Robyn Rocco Roch Rochelle Rocio Rocío
Rodan Roderick Roderik Roderyk Rodger Rodiano Rodica Rodion Rodney Rodolfo Rodoljub Rodolphe Rodrick Rodrigo Rodrigue Roel Rogelio Roger Rogers Rohan
Rohana Rohit Roj Rok Rokhaya Rokia Roko Roksana Roland Rolande Rolando Rolf Rolfo Romain Romaine Romana Romane Romanița Romano Romee Romeo Romero
Romeu Romilda Romina Romoaldo Romola Romolo Romuald Romualdo Romul Romulus Romy Roméo Romāns Ron Rona Ronak Ronald Ronaldo Ronan Ronja Ronke Ronnie
Ronny Ronî Roos Roosevelt Rory Rosa Rosalee Rosalia Rosalie Rosalina Rosalind Rosalinda Rosalyn Rosamond Rosamunda Rosana Rosanna Rosario Roscoe
Roselin Roseline Rosella Roselyn Rosemarie Rosemary Rosendo Roser Rosetta Rosie Rosina Rosita Roslyn Rosman Rosmunda Ross Rossana Rossella Rossie
Rostislav Rostislava Rotaru Rotimi Rovena Rover Rowan Rowena Rowland Roxana Roxane Roxanne Roxelana Roxy Roy Royce Roza Rozalia Rozalija Rozalinda
Rozamunda Rozana Rozella Rozina Rozita Roziya Rozo Rozvita Rozália Rozálie Roşan Ruben Rubiano Rubie Rubye Rubén Rudi Rudolf Rudolfa Rudolfina Rudolfo
Rudolfína Rudolph Rudra Rudy Rudīte Ruedi Rufina Rufino Rufo Rufus Ruggero Ruhsar Rui Rukhmani Rukmin Rumena Runa Rune Rupert Ruperto Rupinder
Ruprecht Ruslan Ruslana Rusman Russ Russel Russell Rustam Rusty Rut Ruta Ruth Ruthe Ruthie Rutilo Ruxanda Ruxandra Ruža Ružena Ružica Ryad Ryan Ryann
Ryder Rylan Rylee Ryleigh Ryley Rym Ryszard Ráchel Régine Régis Réjean Réjeanne Réka Rémi Rênas Róbert Róza Róża Röya Rúben Rút Rûken Rükneddin Rüya
Rüçhan Rüştü Răducu Răzvan Rıdvan Rıfat Rıfkı Rıza Rūdis Rūdolfs Rūsiņš Rūta Růžena Saad Saadat Saadi Saar Saba Sabar Sabato Sabazio Sabele Sabin
Sabina Sabine Sabino Sabir Saboxat Saboxon Sabri Sabrina Sabrine Sabryna Sabína Sabīne Sacha Sachin Sacid Sada Sadar Sadberk Sadettin Sadi Sadie
Sadina Sadio Sadoqat Sadri Sadriddin Sadullah Sadye Sadık Safa Safae Saffet Saffiro Saffo Safia Safiatou Safina Safir Safira Safiya Safiétou Safo
Safouan Safouane Safta Safura Sagar Sage Sahra Saida Saiful Saige Saim Saka Sakari Sakina Sakti Sakura Saladino Salif Salih Salim Salimah Salimata
Salimatou Saliou Sallie Sally Salma Salman Saloh Salome Salomea Salomena Salomey Salomon Salomone Salomè Salomé Salomë Salsabila Salustio Salvador
Salvatore Salvo Salwa Salwator Saly Sam Samandar Samanta Samantha Samara Samba Samed Sameer Sami Samia Samiah Samih Samim Samina Samir Samira Samiya
Sammie Sammy Samona Samson Samsul Samu Samuel Samuela Samuele Samuelo Samukelisiwe Samuël Samy Sana Sanaa Sancho Sanda Sandeep Sander Sandra Sandrine
Sandro Sandu Sanele Sanem Sanford Sanja Sanjay Sanjin Sanka Sanna Sanne Sanobar Sansone Sante Santina Santino Santo Santos Santosh Sanya Saodat
Saphira Sapiente Sara Sarada Sarah Sarai Sarala Saraswati Sarbello Sardor Sare Sari Sarina Sarisha Sarita Sarla Sarmīte Saroja Sarra Sartika Sarvar
Sarvin Sarvinoz Sascha Sasha Saskia Saskie Satine Satish Satu Saturniano Saturnin Saturnino Satya Satyen Saul Saulcerīte Sauveur Sava Savanah Savaş
Saverio Saveta Savi Savin Savina Savinien Savino Savion Savva Saxida Saxona Sayyora Saèr Saïd Saúl Saša Sašo Sa’dulloh Scarlett Scholastika
Scholastique Schuyler Scolastica Scot Scott Scottie Scotty Seamus Sean Seb Sebas Sebastiaan Sebastian Sebastiana Sebastiano Sebastien Sebastián
Sebastião Sebastjan Sebestian Seckou Seconda Secondiano Secondina Secondo Seda Sedat Sedef Seden Sedrick Sedrik Sef Sefer Seff Sefora Seghei Segilola
Seher Sekinat Sekou Selahattin Selami Selcan Selda Selen Selena Selene Selim Selin Selina Selma Selmer Selvaggia Selvi Selyan Selçuk Selène Sem Sema
Semenica Semih Semion Semiramide Semplicio Sempronio Semra Sena Senay Senesio Senka Senn Senna Senne Senofonte Senta Sep Sephora Sepp Seppe Seppo
Septi Serafim Serafima Serafin Serafina Serafino Serafín Serafína Seraina Serap Serapione Serbülent Serdar Seren Serena Serenity Serenus Serge Sergei
Sergej Sergen Sergey Serghei Sergi Sergio Sergiu Sergiusz Serhad Serhat Serin Serine Sermet Serpil Sertap Sertaç Servidio Serviliano Servác Sesto Seth
Settar Settimio Settimo Setya Sev Seval Sevara Sevda Sever Severa Severiano Severin Severina Severino Severo Severín Sevgi Sevil Sevim Sevinç Sevtap
Seweryn Seydou Seye Seyfettin Seyfi Seyfullah Seynabou Seyyit Seçil Seçkin Sfiso Shad Shahboz Shahobiddin Shahriyor Shahzod Shaina Shaka Shakila
Shakira Shakti Shakuntala Shalewa Shamsiddin Shana Shane Shanel Shanelle Shani Shania Shanice Shanie Shaniya Shankar Shanna Shannon Shanny Shanon
Shantanu Shanti Shany Sharda Shari Sharmila Sharon Shashi Shashikala Shaun Shawn Shawna Shay Shayan Shaylee Shayma Shayna Shayne Shaï Shaïly Shaïma
Shaïna Shea Sheela Sheila Shekoni Sheldon Shelia Shelley Shelly Shemar Sher Sheri Sheridan Sherine Sherly Sherman Sherri Sherry Sherwood Sheryl
Sherzod Shilpa Shirel Shirine Shirisha Shirley Shiv Shivakari Shobhana Shodiyor Shola Shresth Shresthi Shreya Shreyashi Shridevi Shrishti Shristi
Shubha Shubhaprada Shukrulloh Shwet Shyann Shyanne Shyrel Siana Siara Sibel Sibilla Sibongile Sibusiso Sibyl Sibyla Sibylle Sico Sicuro Sid Siddarth
Siddhartha Siddhi Siddhran Sidiq Sidney Sidoine Sidon Sidonia Sidonie Sidonio Sidra Sidy Sidónia Siebe Siem Sien Siena Sienna Siep Sifiso Sigebert
Sigfrido Sigfríd Sigismond Sigismondo Sigmund Signe Sigrid Sigurd Sihem Sijuade Sil Silas Silja Silje Silke Siloe Silvan Silvana Silvano Silverio
Silvester Silvestr Silvestro Silvia Silvian Silviana Silvie Silvija Silvio Silviu Silvius Silván Silvána Silvère Sim Simea Simen Simeon Simeona
Simeone Simge Simi Similoluwa Simina Simion Simisola Simo Simon Simona Simone Simonetta Simonida Simono Simão Siméon Sina Sinan Sindisiwe Sindre Sinem
Sinenhlanhla Sinesio Sinfronio Sinică Sinikka Siniša Sinja Sinkler Sintia Siphephelo Siphiwe Sipho Sira Sireno Siria Siriano Siricio Sirine Sirineu
Sirio Siro Sirojiddin Siré Siska Sisto Sitara Sithembiso Siti Siv Sixt Sixte Sixtine Sixtus Siyanda Sizakele Sizani Siënna Sjoerd Sjors Skaidrīte
Skander Skarlet Skarleta Skye Skyla Skylar Slamet Slava Slavek Slaven Slaviboj Slavibor Slavica Slavka Slavko Slavoboj Slavoj Slavoljub Slavomil
Slavomila Slavomír Slavomíra Slavěna Slađana Slobodan Slobodanka Sloka Sláva Slávek Slávka Smaranda Smeralda Smil Smiljana Smilla Smita Smriti Sname
Snejana Snežana Snježana Soan Soave Sobit Soběslav Soběslava Soccorso Socrate Sodiq Sofia Sofiane Sofie Sofija Sofinjo Sofio Sofronia Sofronie Sofía
Sohan Sohane Sohib Sokhna Sokrat Solal Solange Soledad Soleh Solenn Soline Solocone Solomon Solon Solveig Solveiga Solène Som Soma Somnath Somu Sondre
Songül Sonia Sonja Sonjo Sonny Sonya Soof Sophia Sophie Soraia Sorana Soraya Soren Sorin Sorina Sostene Sosteneo Sostrato Soter Sotira Souleyman
Souleymane Soumaya Sowande Soňa Spano Spartaco Spencer Speranza Speranzio Speranța Spiridon Spirydion Spytihněv Spīdola Srboljub Sredoje Srećko Srečko
Srna Stacey Stacy Stan Stana Stanca Stancu Stanford Stanimír Stanislao Stanislas Stanislav Stanislava Stanisław Stanko Stanley Stanton Staša Steen
Steeve Stef Stefan Stefana Stefania Stefanie Stefanino Stefano Steffen Stela Stelian Steliana Stella Steluta Steluța Sten Stepan Stepanida Stephaans
Stephan Stephane Stephania Stephanie Stephany Stephen Stephon Sterling Sterre Stevan Steve Steven Stevie Stewart Stig Stijn Stiliano Stina Stine
Stipan Stipe Stiriaco Stjepan Stojan Stojanka Stojmír Strahinja Stribor Stuart Stáza Stéphane Stéphanie Stêr Suat Subash Subhash Subhashini Subhasini
Subhi Subodh Subomi Sucheta Suci Sude Sudeva Sudi Suhrob Sujata Sukanya Sulaymon Sulton Suma Suman Sumayyah Sumeet Sumitra Sunay Sune Sunita Sunniva
Sunny Sunčica Suraj Surano Suresh Sururi Surya Suryakant Suryakanta Suryakantam Susan Susana Susanna Susanne Susano Sushant Susheel Sushil Sushma
Susie Suus Suyuna Suzan Suzana Suzanne Suze Suzie Suzon Suélen Svatava Svatoboj Svatobor Svatomír Svatopluk Svatoslav Svatoslava Svea Sveatoslav
Svebor Sven Svend Svenja Sverre Svetislav Svetlana Svetolik Svetomir Svetoslav Svetozar Svetozár Sveva Svitlana Sviturno Svätopluk Světla Světlana
Světluše Swami Swan Swann Swapnil Swara Swarnalata Swassane Sweta Syahrini Sybilla Sybille Syble Sydnee Sydni Sydnie Sylva Sylvain Sylvan Sylvester
Sylvestre Sylvia Sylviane Sylvie Sylwester Sylwia Synne Syrine Szabolcs Szczepan Szofi Szofia Szonja Szymon Szófia Sába Sámo Sámuel Sándor Sára Sáva
Sâkıp Sânziana Sébastien Ségolène Sékou Séléna Séraphin Sérgio Sérine Séréna Séverin Séverine Sílvia Sîma Sîpan Sönke Sören Søren Süheyl Süleyman
Sıdkı Sıla Sırrı Tabea Tabita Tabitha Tabris Taceddin Tacjana Tad Taddeo Tade Tadej Tadeo Tadeáš Tadija Taha Tahir Tahlia Tahsin Taib Taide Taisia
Taiwo Tal Talat Talay Talea Talha Tali Talia Talip Talita Talon Talya Tamara Tamer Tami Tamia Tamina Tamino Tammaro Tammo Tammy Tamás Tamāra Tancredi
Tancrède Taner Tanguy Tania Tanirika Tanja Tanju Tankred Tanner Tansu Tantri Tanushree Tanushri Tanya Tanyeli Tao Tapan Tapani Tapio Tara Taras
Tarcisio Tari Tarik Tarja Tarkan Tarquinia Tarsilla Tarso Tarun Taryn Tarık Tasa Tasdik Tasha Tasnim Tasnime Taswir Tate Tatiana Tatjana Tatum Tatyana
Taufan Taufik Taurean Taurin Tavares Taya Tayfun Tayler Taylor Tayyar Taziana Taziano Tazio Taïna Taïs Taşkın Taťána Teagan Tecla Ted Teddy Tedi Teea
Teguh Teije Tej Teja Tejas Tejumola Tekin Tekinalp Tekla Telchide Telemaco Telica Tellervo Telly Temel Temidayo Temistocle Temitope Teo Teobald
Teobaldo Teodata Teodolinda Teodor Teodora Teodorik Teodoro Teodosia Teodosio Teodoto Teodoz Teodozie Teofan Teofil Teofila Teogene Teohari Teoman
Teona Terenc Terence Terencius Terencjusz Terenzio Teresa Tereza Terezie Terezija Terezo Teri Terrance Terrell Terrence Terri Terrill Terry Tertuliano
Terzo Terézia Terēze Tesauro Tesifonte Tesnim Tesnime Tess Tessa Tessie Tetiana Teudosia Teun Teunis Tevfik Tevhid Tevin Tezcan Tezel Tezer Thabisa
Thad Thaddeus Thadie Thalea Thalia Thamsanqa Thando Thanina Thaïs Thea Thelma Themba Theo Theobald Theodor Theodora Theodore Theodorik Theodosie
Theofan Theofil Theofila Theophane Theophile Theotime Theresa Therese Theresia Theron Therèse Theunis Theuns Thiago Thibaud Thibault Thibaut Thibert
Thibo Thierno Thierry Thies Thije Thijmen Thijn Thijs Thilo Thirza Thobeka Thom Thomas Thora Thorben Thore Thorge Thulani Thulisile Thurman Théa Théo
Théodora Théodore Théodose Théophane Théophile Théophraste Thérèse Tia Tiago Tian Tiana Tianna Tiara Tibaldo Tibbe Tiber Tiberia Tiberio Tiberiu
Tiberius Tibo Tibor Tiburcius Tiburzio Tichomil Tichomír Tichon Ticone Tidiane Tieme Tierra Tiffany Tiguida Tihomir Tiina Tija Tijana Tijmen Tijn Tijs
Tilda Tilen Tilio Tilla Tillman Tillmann Tim Timbul Timea Timeo Timm Timmothy Timmy Timo Timofei Timoléon Timon Timotei Timotej Timoteo Timoteus
Timothe Timothee Timothy Timothée Timur Timéo Tina Tinca Tincuța Tine Tino Tiphaine Tira Tiril Tirone Tirta Tirtayasa Tirza Titi Titien Titilayo
Titilope Titin Tito Titouan Titus Tizian Tiziana Tiziano Tizio Tjark Tjaša Tobia Tobias Tobiasz Tobiloba Tobin Tobiáš Toby Tod Todd Todor Tohir Toke
Toki Tokunbo Tolga Tolomeo Tolulope Tolunay Toluwalope Toluwani Toluwanimi Tom Toma Tomas Tomasa Tomaso Tomasz Tomaž Tomi Tomiloba Tomislav Tomislava
Tomke Tommaso Tommie Tommy Tomo Tomori Tomás Tomáš Tomáška Tomé Toney Toni Tonija Tonka Tonko Tonnin Tony Tonya Tonči Tončica Toon Tope Tor Torben
Torbjörn Tore Torey Torkvát Torquato Torrance Torrey Torsten Tosca Toscane Tosco Toska Toussaint Toyip Tracey Traci Tracy Traian Trajan Tranquillo
Trasea Travis Travon Tre Tremaine Tremayne Trent Trenton Tressa Tressie Treva Trever Trevion Trevor Trey Tri Tricia Trilochan Trilochana Trilok
Trilokanath Trilokesh Triloki Trine Trisha Tristan Tristano Tristian Tristin Triston Troels Trofim Trpimir Trpko Trudie Trycia Trystan Trīne Tsabita
Tsipora Tuana Tuba Tudor Tudora Tudorița Tudosia Tufan Tugay Tugiman Tuhfe Tullia Tulliano Tullio Tunahan Tunar Tunay Tunç Tunçer Tuomas Turan Turgay
Turgut Turi Turibio Turna Turner Turold Tushar Tussio Tutku Tuula Tuulikki Tuur Tuva Tuğba Tuğrul Tuğtekin Tvrtko Twan Twila Tybalt Tycho Tygo Tyler
Tymeo Tymon Tymoteusz Tyra Tyree Tyreek Tyrel Tyrell Tyrese Tyrique Tyron Tyrone Tyshawn Tyson Táňa Tülay Tülin Tümer Türkan Türkay Türker Türkeş
Tālis Tālivaldis Tālrīts Tīna Tınas Ubaldo Ubaydulloh Ubertino Uberto Uchita Uchqun Uda Udai Udit Udo Ueli Uffe Ufuk Ugo Ugolina Ugolino Uguccione
Uhra Ujjawal Ujjwal Ukbe Ulberto Ulderico Ulduz Ulf Ulfa Ulfo Uli Uliana Ulices Ulises Ulisse Uliva Ulla Ulpiano Ulrich Ulrico Ulrik Ulrika Ulstano
Ultimo Ulus Uluthando Ulva Ulvi Ulviye Ulwazi Ulya Ulysse Uma Umang Umar Umay Umaya Umberto Umi Umid Umida Umidulloh Umile Umur Umuralp Umut Una
Undīne Unggul Unjani Unna Upendra Upik Upton Uqbaloy Uranio Urbain Urbano Urdino Urfon Uriah Uriel Uriele Urmila Uroš Urs Ursicio Ursino Ursmaro
Ursula Ursule Ursulo Urška Uršula Uršuľa Usame Usha Usman Usmon Usyi Utama Utku Uttam Uve Uygu Uzayr Uzbegim Uzodimma Uğur Uģis Vada Vadim Vafo Vagn
Vahdet Vahid Vahide Vahâ Vaidehi Vaijayanthi Vaijayanti Vaishnavi Vaishno Vaishvi Vala Valburga Valdemar Valdemara Valdemārs Valente Valentijn
Valentim Valentin Valentina Valentine Valentino Valentín Valentína Valentýn Valentýna Valentīna Valentīns Valera Valeri Valeria Valeriana Valeriano
Valerico Valerie Valerii Valerija Valerio Valeriu Valerián Valfredo Valfrido Vali Vallie Valtena Valter Valtr Valtteri Valère Valér Valéria Valérie
Valéry Valērija Valērijs Vance Vanda Vanesa Vanessa Vania Vanja Vanna Vanya Varalakshmi Varo Varvara Vasanti Vasco Vasil Vasile Vasili Vasilica
Vasilică Vasilie Vasilina Vasilisa Vasja Vasko Vasliddin Vasudev Vasudeva Vasudha Vasundhara Vatroslav Vaughn Vavrinec Vavřinec Veaceslav Vecdi
Veceaslav Veceslav Veda Vedang Vedanga Vedanshi Vedasto Vedat Vedran Vedrana Veerle Vefa Vefik Vega Vehbi Veikko Veit Vela Velana Velaphi Velda
Veleslav Veleslava Veli Velibor Velimir Velimira Velimír Velina Velio Velislav Velislava Vella Velma Velva Vena Venance Venanzio Vencel Venceslao
Venceslas Vendel Vendelín Vendelína Vendula Vendulka Venera Veneranda Venerando Venere Venerio Veniamin Ventura Venusta Venustiano Venusto Venuše Vera
Verano Verda Verdiana Verdie Vere Verecondo Verena Verenzio Vergie Vergiliu Verginia Veriana Verica Veridiana Verla Verlie Vern Verna Verner Vernice
Vernie Vernon Vero Verona Veronica Veronika Veroniko Verulo Verónica Veselinka Vesile Vesna Vespasiano Vesper Vesta Veta Veysel Veysi Vezio Vianney
Vibeke Vic Vica Vicdan Vicenta Vicente Vicenția Vicențiu Vicki Vickie Vicky Victoire Victor Victorien Victorin Vid Vida Vidak Vidal Vidhur Vidhya
Vidiano Vidone Vidor Vidur Vidya Vienna Viera Vieroslava Vieve Viggo Vigile Vigo Vijay Vijeko Vijolīte Vik Viktor Viktoria Viktorie Viktorija Viktorin
Viktoro Viktorín Viktória Vildan Vilde Vilemína Vilfredo Vilhelm Vilhelmino Vilhelmo Vilhelmīne Viliam Viliana Vilibald Viliberto Viljem Ville Villy
Vilma Vilmar Vilmos Vilmārs Vilém Viléma Vilĉjo Vimal Vimala Viman Vin Vinay Vince Vincenc Vincencie Vincent Vincenza Vincenzo Vincențiu Vinciane
Vindonio Vinebaldo Vinfrido Vinicio Vinka Vinnie Vino Vinsen Vinz Viola Violante Violeta Violetta Violette Violina Viorel Viorela Viorelia Viorica
Virgie Virgil Virgile Virgilio Virgiliu Virgin Virginie Virginio Virgínie Virman Virone Virág Visarion Viscardo Vishnu Vishwamitra Vissia Vita Vitale
Vitali Vitalia Vitalico Vitalie Vitalii Vitalina Vito Vitold Vitor Vittore Vittoria Vittoriano Vittorio Vitus Vitória Vitālijs Viva Vivaldo Vive Vivi
Vivian Viviana Viviane Vivianne Viviano Vivien Vivienne Vizbulīte Višnja Vjekoslav Vjenceslav Vlad Vlada Vladan Vladana Vladek Vladilena Vladimer
Vladimir Vladimira Vladimiro Vladimír Vladimíra Vladislav Vladislava Vladivoj Vladlen Vladlena Vlado Vladěna Vlaicu Vlasta Vlastimil Vlastimila
Vlastimir Vlastimír Vlastimíra Vlastislav Vlastislava Vlatka Vlatko Vlk Vodingo Voichița Voicu Vojen Vojin Vojislava Vojmil Vojmír Vojmíra Vojslav
Vojslava Vojtech Vojtěch Vojtěška Vok Voldemārs Volfango Volfgang Volkan Voršila Vosil Vratislav Vratislava Vratko Vreni Vrinda Vrund Vsevolod Vujadin
Vujica Vuk Vukan Vukašin Vukica Vukota Vulmaro Vulpiano Vuslat Vusumuzi Vyas Václav Václava Vânia Véronique Víctor Vít Víta Vítor Vítoslav Vítězslav
Vítězslava Víťazoslav Vēsma Věduna Věnceslav Věnceslava Věnek Věnka Věra Věroslav Věroslava Věslava Všeboj Všebor Všerad Všeslav Wacław Wade Wadi Wael
Wahyu Waino Wakiman Waldo Wale Walenty Walentyn Walentyna Waleran Waleria Walerian Walery Walgierz Walid Walker Wallace Walter Walton Waluyo Waly
Wanda Wandrille Wanesa Wani Wannes Waqila Ward Wardaya Wardi Warji Warley Warre Warren Warsa Warsita Warta Wasis Wassim Watson Wava Wawan Wawrzyniec
Waylon Wayne Waël Webster Welat Weldon Wellington Wende Wendell Wendy Werner Weronika Wes Wesley Wessel Westley Weston Whitney Wiara Wibke Widya
Wiebke Wiem Wies Wiktor Wiktoria Wilber Wilbert Wilbur Wilburn Wiley Wilford Wilfred Wilfredo Wilfrid Wilfried Wilfryd Wilhelm Wilhelmina Wilhelmine
Willa Willard Willem Willi William Willie Willis Willow Willy Wilma Wilmer Wilson Wilton Wincenty Winda Winfield Winifred Winnifred Winona Winston
Wira Wirda Wirginia Wisnu Wissam Wissem Witalis Wolfgang Woodrow Wout Wouter Wulan Wulandari Wuraola Wyatt Wyman Władysław Włodzimierz Xalima Xanana
Xander Xatûn Xaver Xaverie Xaverius Xavi Xavier Xavière Xebat Xem Xenia Xenie Xezal Ximena Xochitl Xzavier Xénia Xénophon Yaa Yacine Yacouba Yadira
Yael Yago Yahya Yahyo Yakubu Yalgın Yalçın Yaman Yamileth Yamina Yana Yance Yango Yani Yanis Yann Yanni Yannic Yannick Yannik Yannis Yaprak Yara Yarah
Yaren Yaretzi Yaro Yaron Yasemin Yasin Yasmeen Yasmin Yasmina Yasmine Yasser Yassin Yassine Yassir Yavuz Yaw Yaya Yazid Yazmin Yaël Yaëlle Yağmur
Yağız Yaşar Yejide Yekta Yelda Yeliz Yener Yenthe Yesenia Yessenia Yessi Yetkin Yetunde Yewande Yeşim Yfke Yibanathi Yinthe Yiğit Ylan Ylvi Ylvie Yoan
Yoann Yoav Yoel Yogendra Yogesh Yoginder Yohan Yohann Yolanda Yolande Yona Yonca Yoni Yono Yoqub Yorbek Yoro Yorqin Yosef Yoshiko Yosra Yossef Yosun
Youcef Youmna Youna Younes Youness Younès Youp Youri Yousef Yousra Youssef Youssou Youssouf Youssouph Youssoupha Yozida Yoznur Yoël Ysaline Yse Ysee
Yseult Ysé Ysée Yulia Yuliana Yumi Yuna Yuni Yunita Yunus Yuri Yusuf Yvan Yven Yves Yvette Yvonne Yûsiv Yüce Yücel Yüksel Yümni Yıldırım Yıldız Yılmaz
Zabedeo Zabina Zabir Zac Zaccaria Zaccheo Zach Zachar Zacharia Zachariah Zachariasz Zacharie Zachariáš Zachary Zachery Zaché Zack Zackary Zackery
Zadig Zaenab Zafar Zafer Zafir Zahar Zaharia Zahide Zahir Zahra Zaida Zain Zainab Zaira Zakaria Zakariya Zakary Zakarya Zaki Zakir Zala Zalindra Zalán
Zama Zamfir Zamfira Zamir Zamira Zana Zander Zane Zanele Zanita Zanobi Zara Zaraza Zaria Zarije Zarina Zaur Zavida Zayd Zayn Zayneb Zayniddin Zbislav
Zbyhněv Zbyhněva Zbyněk Zbyslav Zbyslava Zbyňka Zbyšek Zbyška Zdena Zdenka Zdenko Zdeněk Zderad Zdeslav Zdeslava Zdeňka Zdirad Zdislav Zdislava
Zdravko Zdík Zechariah Zef Zefiro Zehra Zeinab Zejnep Zekai Zekeriyyâ Zekiye Zelaya Zelda Zelie Zeliha Zelinda Zella Zelma Zeltīte Zena Zenaide
Zenebio Zeno Zenobia Zenobie Zenobio Zenon Zenone Zenovia Zente Zenzele Zephyr Zerdeşt Zerrin Zerya Zetico Zetta Zev Zeyd Zeynab Zeyneb Zeynel Zeynep
Ziad Ziedīte Zigfrīda Zigfrīds Zigmārs Zigrīda Zihnî Zikmund Zilan Zilola Zina Zinaida Zineb Zinedine Zinovia Zion Zita Zithulele Ziva Ziver Ziya
Ziyad Ziyanda Ziyo Ziyâd Zizi Zlata Zlatan Zlatica Zlatka Zlatko Zlatomír Zlatomíra Zlatuše Zobuhle Zoe Zoey Zofia Zofija Zohid Zohir Zohra Zoia Zoie
Zoila Zoilo Zoja Zokir Zola Zoltan Zoltán Zora Zoran Zorana Zorina Zorka Zoroslav Zoroslava Zosim Zosima Zosimo Zoyir Zoé Zoéva Zoë Zrinislav Zrinko
Zselyke Zsolt Zsombor Zsófia Zubayr Zula Zulaikha Zulfa Zulfikar Zuxra Zuzana Zuzanna Zvezdana Zvonimir Zvonimír Zvonimíra Zvonko Zyad Zygmunt Záboj
Záviš Zâfir Zâhit Zénó Zéphirin Zétény Zîlan Zîn Zübeyde Zübeyr Zühal Zülal Züleyha Zülfikâr Zümrüt Zīle Ábel Ádám Ákos Ámos Ángel Ángela Ármin Áron
Árón Áurea Âmir Ângelo Åke Åsa Çaba Çabdar Çablı Çabuş Çalapkulu Çankız Çağan Çağatay Çağdaş Çağla Çağlar Çağlayan Çağru Çağrı Çağrıbeğ Çağrıhan
Çağrıtegin Çağıl Çelen Çelik Çemen Çemgen Çetin Çetinel Çetiner Çeykün Çeşminaz Çilay Çilenti Çiler Çimen Çise Çisil Çiçek Çiçem Çiğdem Çişem Çobulmak
Çocukbörü Çokramayul Çolman Çolpan Çîya Çölü Çıgıl Çıngır Ève Édith Édouard Éleuthère Élia Éliane Élias Élie Élisabeth Élise Élisée Élodie Éloïse
Élzéar Éléna Éléonore Émeline Émeric Émile Émilie Émérance Émérencie Énora Épiphane Éric Érica Étienne Éva Évangéline Évariste Évelyne Évrard Ígor
Íris Óscar Ömer Önder Öykü Özcan Özden Özer Özge Özgür Özhan Özkan Özlem Özlen Öznur Ülfet Ülgen Ülker Ülkü Ümit Ümmiye Ümran Ünal Ünsel Ünseli Üzeyir
Ādams Ādolfs Ārija Ārijs Āris Ĉarloto Čarna Časlav Čedomir Čeněk Čestmír Čestmíra Čeňka Čistoslav Čistoslava Đina Đorđe Đura Đurađ Đurda Đurica Ērika
Ēriks Ēvalds Ģederts Ģertrūde Ģirts Ĥimeno Īrisa İbrahim İclal İdil İdris İffet İhsan İhvan İkbal İkeme İkiçitoyun İkrime İlayda İlbey İlbilge İldike
İlgegü İlham İlhami İlhan İlkay İlkben İlke İlker İlknur İlksen İlkyaz İlqar İlyas İmge İmran İmrem İnci İnç İpek İrem İrfan İrinç İrinçköl İrtiş
İsmail İsmet İtil İxtiyar İzel İzzet İzzettin Ĵeromo Ľubica Ľubomír Ľubomíra Ľubor Ľuboslav Ľuboslava Ľuboš Ľudmila Ľudomil Ľudomila Ľudovít Łazarz
Łucja Łukasz Řehoř Řehořka Şaban Şadan Şahap Şahin Şahinalp Şahsuvar Şahsüvar Şaiq Şakir Şamil Şarani Şayan Şebnem Şecaeddin Şefik Şehlevent Şehrazat
Şelale Şemsi Şenay Şener Şengül Şennur Şenol Şerafettin Şeref Şerif Şermin Şervan Şevket Şevki Şevval Şeyban Şeyda Şeyma Şihab Şihabeddin Şiir Şinasi
Şir Şule Şâfi Şêxmus Şîlan Şîrîn Şükrü Šalamoun Šalomoun Šarlota Šavel Šebastián Šimon Šimona Špela Štef Štefan Štefánia Štěpán Štěpána Štěpánka Šárka
Šťasta Żaneta Žakelina Žakelína Žan Žaneta Žanete Žanis Žanna Žarko Ždan Ždana Želibor Želimír Želimíra Želislav Želislava Željka Željko Želmír
Želmíra Ženija Žiga Žigmund Žitomír Žitomíra Žitoslav Žitoslava Živa Živan Živana Žofia Žofie Žubīte
`

let names: ReadonlySet<string> | null = null

/** The list is split on first use. */
export function firstNames(): ReadonlySet<string> {
  names ??= new Set(NAMES.trim().split(/\s/))
  return names
}
