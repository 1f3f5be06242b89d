package record

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
)

// play returns the steps of a play.
func play(t *testing.T, text string) []board.Step {
	t.Helper()
	steps, err := parseSteps(text)
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

// analysisIn returns the analysis in a text, at its last action.
func analysisIn(t *testing.T, text string) (*Match, *Analysis) {
	t.Helper()
	m, err := Read("test", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	actions := m.Games[0].Actions
	return m, actions[len(actions)-1].Analysis
}

func TestPositionText(t *testing.T) {
	m := load(t, "xg-play.txt")
	if want := [2]string{"bert", "anna"}; m.Names != want {
		t.Errorf("names %q, want %q", m.Names, want)
	}
	if got, want := at(t, m).String(), "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A remark may name a position; a second text may not follow.
func TestSecondPosition(t *testing.T) {
	text := string(content(t, "xg-play.txt"))
	_, want := analysisIn(t, text)
	const other = "XGID=-BB-------------------bb--:0:0:1:21:0:0:0:0:10"
	for _, added := range []string{"As in " + other + ", a race.\n", text[:strings.Index(text, "\n")+1]} {
		_, got := analysisIn(t, text+added)
		sameAnalysis(t, got, want)
	}
	if _, err := Read("test", strings.NewReader(text+" "+other)); err == nil || !strings.Contains(err.Error(), "second position, "+other) {
		t.Errorf("two positions give %v", err)
	}
}

// Every level of XG, one to three blanks behind it. Figures of xg-rollout.txt and
// xg-roller.txt are in the cases that the project collects.
func TestPlaysOfTexts(t *testing.T) {
	for _, tt := range []struct {
		file string
		want *Analysis
	}{
		{"xg-play.txt", &Analysis{Source: "eXtreme Gammon", Plays: []Candidate{
			{play(t, "8/5 6/5"), Estimate{"4-ply", 0.159, 0.552, 0.161, 0.006, 0.114, 0.004}},
			{play(t, "24/23 13/10"), Estimate{"XG Roller+", -0.009, 0.501, 0.134, 0.005, 0.129, 0.0051}},
		}}},
		{"xg-roller.txt", &Analysis{Source: "eXtreme Gammon", Plays: []Candidate{
			{play(t, "18/11"), Estimate{"XG Roller++", -0.003, 0.5064, 0.1155, 0.0054, 0.1395, 0.0042}},
			{play(t, "24/22 18/13"), Estimate{"XG Roller++", -0.114, 0.4827, 0.1081, 0.0055, 0.1583, 0.0049}},
			{play(t, "13/6"), Estimate{"4-ply", -0.201, 0.4627, 0.1081, 0.0055, 0.1583, 0.0049}},
		}}},
		{"xg-rollout.txt", &Analysis{Source: "eXtreme Gammon", Plays: []Candidate{
			{play(t, "8/5 6/5"), Estimate{"rollout", 0.239, 0.5537, 0.17, 0.009, 0.1178, 0.0053}},
			{play(t, "24/23 13/10"), Estimate{"rollout", 0.018, 0.5037, 0.13, 0.009, 0.1378, 0.0053}},
		}, Rollouts: []Rollout{{1296, 0.003}, {1296, 0.005}}}},
		{"bgblitz.txt", &Analysis{Source: "BGBlitz", Plays: []Candidate{
			{play(t, "13/6"), Estimate{"", 0.19, 0.595, 0.087, 0.002, 0.083, 0.006}},
			{play(t, "13/11 6/1"), Estimate{"", 0.021, 0.518, 0.126, 0.004, 0.14, 0.005}},
			{play(t, "13/8 6/4"), Estimate{"", 0.006, 0.522, 0.087, 0.003, 0.122, 0.005}},
		}}},
	} {
		t.Run(tt.file, func(t *testing.T) {
			m, got := analysisIn(t, string(content(t, tt.file)))
			sameAnalysis(t, got, tt.want)
			if len(m.Notices) != 0 {
				t.Errorf("notices %v", m.Notices)
			}
		})
	}
}

func TestCubesOfTexts(t *testing.T) {
	rolled := Estimate{"rollout", 0.431, 0.6365, 0.1182, 0.0036, 0.073, 0.0039}
	for _, tt := range []struct {
		file string
		want *Analysis
	}{
		{"xg-cube.txt", &Analysis{Source: "eXtreme Gammon", Cube: &CubeEstimate{
			Estimate{"3-ply", 0.654, 0.702, 0.201, 0.01, 0.09, 0.003}, 0.612, 1, false,
		}}},
		{"xg-cube-beaver.txt", &Analysis{Source: "eXtreme Gammon", Cube: &CubeEstimate{
			Estimate{"XG Roller++", 0.224, 0.5409, 0.2006, 0.0047, 0.1214, 0.0058}, -0.021, 1, false,
		}}},
		{"xg-cube-toogood.txt", &Analysis{Source: "eXtreme Gammon", Cube: &CubeEstimate{
			Estimate{"XG Roller++", 1.068, 0.72, 0.3115, 0.028, 0.0688, 0.0024}, 1.573, 1, false,
		}}},
		{"xg-cube-rollout.txt", &Analysis{
			Source: "eXtreme Gammon", Cube: &CubeEstimate{rolled, 0.267, 1, false}, Rollouts: []Rollout{{1296, 0.007}, {1296, 0.011}},
		}},
		{"bgblitz-cube.txt", &Analysis{Source: "BGBlitz", Cube: &CubeEstimate{
			Estimate{"", 0.431, 0.636, 0.118, 0.004, 0.073, 0.004}, 0.267, 1, false,
		}}},
	} {
		t.Run(tt.file, func(t *testing.T) {
			m, got := analysisIn(t, string(content(t, tt.file)))
			sameAnalysis(t, got, tt.want)
			if len(m.Notices) != 0 {
				t.Errorf("notices %v", m.Notices)
			}
		})
	}
}

// Words of programs in other languages, most from samples in public repositories, and
// signs of forums. Each text has the figures of the file.
func TestTextsInOtherLanguages(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		words      []string // pairs
	}{
		{"French", "xg-play.txt", []string{"Score is", "Le score est", "eq:", "éq:", "4-ply ", "4-plis", "Player: ", "Joueur:", "Opponent:", "Adversaire:", "to play", "à jouer"}},
		{"German", "xg-play.txt", []string{"Score is X:0 O:0", "Spielstand ist S:0 G:0", "4-ply ", "4 Züge", "Player: ", "Spieler:", "Opponent:", "Gegner: ", "to play", "zu spielen"}},
		{"Spanish", "xg-play.txt", []string{"Score is", "La puntuación es", "Player:  ", "Jugador: ", "Opponent:", "Oponente:", "to play", "para jugar", "Version", "Versión"}},
		{"Italian", "xg-play.txt", []string{"Score is", "Il Punteggio è", "Player:   ", "Giocatore:", "Opponent: ", "Avversario:", "to play", "gioca"}},
		{"Finnish", "xg-play.txt", []string{"Score is", "Tulos on", "Player:   ", "Pelaaja:  ", "Opponent:  ", "Vastustaja:", "to play", "heitti", "Version", "Versio"}},
		{"Greek", "xg-play.txt", []string{"Score is", "Το σκορ είναι", "Player:  ", "Παίκτης: ", "Opponent: ", "Αντίπαλος:", "X to play ", "X να παίξει"}},
		{"Russian", "xg-play.txt", []string{"4-ply     ", "4 полухода", "eq:", "экв:", "Player:", "Игрок:", "Opponent:", "Соперник:", "X:0 O:0", "X: 0 O: 0"}},
		{"Japanese", "xg-play.txt", []string{"Player:  ", "プレーヤー：", "Opponent:", "対戦相手：", "G:", "ギ：", "%", "％", "to play", "をプレイ"}},
		{"commas", "xg-play.txt", []string{"+0.", "+0,", "-0.", "-0,", "55.20", "55,20", "16.10", "16,10", "%", " %"}},
		{"minus signs", "xg-play.txt", []string{"-0.009", "−0.009", "(-0.168)", "(–0.168)"}},
		{"Windows", "xg-play.txt", []string{"\n", "\r\n"}},
		{"one blank", "xg-play.txt", []string{"4-ply       ", "4-ply ", "XG Roller+  ", "XG Roller+ ", "                     eq:", " eq: "}},
		{"bold ranks", "xg-play.txt", []string{"1. ", "**1.** ", "2. ", "**2.** "}},
		{"bullets", "xg-play.txt", []string{"1. ", "• 1. ", "2. ", "- 2. "}},
		{"star of the play made", "xg-play.txt", []string{"1. ", "1*. "}},
		{"blank in the rank", "xg-play.txt", []string{"1. ", "1 . "}},
		{"full-width signs", "xg-play.txt", []string{"1. ", "１．", "2. ", "２． ", "8/5", "８／５"}},
		{"quotation", "xg-play.txt", []string{"XGID", "> XGID", "\n", "\n> "}},
		{"quotation of a quotation", "xg-cube.txt", []string{"XGID", ">> XGID", "\n", "\n>> "}},
		{"quotation", "bgblitz.txt", []string{" +13", "> +13", "\n", "\n> "}},
		{"no blanks before", "xg-play.txt", []string{"    1.", "1.", "    2.", "2.", "      Player:  ", "Player:"}},
		{"blank lines", "xg-play.txt", []string{"\n", "\n\n"}},

		{"German", "xg-cube.txt", []string{"Analyzed in", "Analysiert in", "Player Winning Chances:  ", "Spieler Gewinnchancen:", "Opponent Winning Chances:", "Gewinnchancen des Gegners:", "Cubeful Equities:", "Equities mit Dopplerwürfel:", "No double:", "Nicht Doppeln:", "Double/Take:", "Doppeln/Annehmen:", "Double/Pass:", "Doppeln/Ablehnen:", "Best Cube action:", "Beste Dopplerwürfel Aktion"}},
		{"Japanese", "xg-cube.txt", []string{"Analyzed in 3-ply", "3-plyで分析済み", "No double:", "ノーダブル:", "Double/Take:", "ダブル/テイク:", "Double/Pass:", "ダブル/パス:", "Best Cube action: ", "ベストキューブアクション："}},
		{"Russian", "xg-cube.txt", []string{"Analyzed in 3-ply", "Анализ 3 полухода", "Player Winning Chances:", "Шансы игрока:", "Opponent Winning Chances:", "Шансы соперника:", "No double:", "Без удвоения:", "Double/Take:", "Удвоение/Принять:", "Double/Pass:", "Удвоение/Пас:"}},
		{"blank lines", "xg-cube.txt", []string{"\n", "\n\n"}},
		{"no blank lines", "xg-cube.txt", []string{"\n\n", "\n"}},
		{"a forum's rows", "xg-cube-rollout.txt", []string{"(-0.164)", "(-0.164) ±0.011 (+0.256..+0.278)", "+0.431\n", "+0.431 ±0.007 (+0.424..+0.438)\n", "  Confidence No Double: ± 0.007 (+0.424..+0.438)\n", "", "  Confidence Double:    ± 0.011 (+0.256..+0.278)\n", ""}},

		{"joined lines", "xg-rollout.txt", []string{"\n      Confidence: ", " Conf.: ", "Rollout¹   ", "Rollout^{1}", "¹  1296", "^{1} 1296"}},
		{"German", "bgblitz.txt", []string{"Evaluation", "Bewertung"}},
		{"Japanese", "bgblitz.txt", []string{"Evaluation", " 評価", "bert", "緑", "anna", "赤"}},
		{"French", "bgblitz-cube.txt", []string{"Wins ", "Gagne", "No Double", "Pas de double", "Take ", "Prendre", "Pass ", "Refuser", "Cube Action:", "Videau:", "Equity (cubeful)", "Équité (avec videau)"}},
		{"German", "bgblitz-cube.txt", []string{"No Double", "Kein Doppel", "Double / Take", "Doppeln / Annehmen", "Double / Pass", "Doppeln / Ablehnen", "Cube Action:", "Würfelaktion:"}},
		{"Japanese", "bgblitz-cube.txt", []string{"No Double ", "ダブルせず", "Double / Take", "ダブル / 受ける", "Double / Pass", "ダブル / 降りる", "Wins  G+BG  BG", "勝ち  ギャモン以上  バックギャモン", "bert", "緑", "anna", "赤"}},
	} {
		t.Run(tt.name+" "+tt.file, func(t *testing.T) {
			text := string(content(t, tt.file))
			_, want := analysisIn(t, text)
			changed := strings.NewReplacer(tt.words...).Replace(text)
			if changed == text {
				t.Fatal("the words are not in the file")
			}
			m, got := analysisIn(t, changed)
			sameAnalysis(t, got, want)
			if len(m.Notices) != 0 {
				t.Errorf("notices %v", m.Notices)
			}
		})
	}
}

// A forum's page names the length of the match in a line of its own, as .mat files do, and
// has the rollouts of both alternatives in each row.
func TestCubeOfForum(t *testing.T) {
	const text = `XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:00:2:1:0:7:10
score: 2
7 point match
on roll, cube action?

Analyzed in Rollout No double Double/Take
  Player Winning Chances: 63.65% (G:11.82% B:0.36%) 63.91% (G:12.40% B:0.41%)
  Opponent Winning Chances: 36.35% (G:7.30% B:0.39%) 36.09% (G:7.42% B:0.33%)
  Cubeless Equities +0.318 +0.664
Cubeful Equities
     No double:+0.431±0.007 (+0.424..+0.438)
played Double/Take:+0.267 (-0.164)±0.011 (+0.256..+0.278)
     Double/Pass:+1.000 (+0.569)
Best Cube action: No double / Take
Rollout details
1296 Games rolled with Variance Reduction.
Moves: 4-ply, cube decisions: XG Roller+

eXtreme Gammon Version: 2.10, MET: Kazaross XG2
`
	_, want := analysisIn(t, string(content(t, "xg-cube-rollout.txt")))
	m, got := analysisIn(t, text)
	sameAnalysis(t, got, want)
	if len(m.Notices) != 0 || m.Length != 7 {
		t.Errorf("match to %d, notices %v", m.Length, m.Notices)
	}
}

// BGBlitz lists the alternatives in the order of their equities.
func TestBGBlitzOrders(t *testing.T) {
	text := string(content(t, "bgblitz-cube.txt"))
	_, want := analysisIn(t, text)
	lines := strings.Split(text, "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, " No Double") })
	no, take, pass := lines[at], lines[at+1], lines[at+2]
	for _, order := range [][3]string{{no, pass, take}, {take, no, pass}, {take, pass, no}, {pass, no, take}, {pass, take, no}} {
		copy(lines[at:], order[:])
		_, got := analysisIn(t, strings.Join(lines, "\n"))
		sameAnalysis(t, got, want)
	}
}

// In a match, figures in one column of a cube decision are match-winning chances, unless they
// have another heading: also without the table of wins, and whatever their order.
func TestBGBlitzWithoutEquities(t *testing.T) {
	text := strings.NewReplacer("      0.431   ( 0.000)", "", "      0.267   (-0.164)", "", "      1.000   ( 0.569)", "").Replace(string(content(t, "bgblitz-cube.txt")))
	wins := strings.NewReplacer("              Wins  G+BG  BG\n", "", " bert         36.4  7.3   0.4 \n", "", " anna         63.6  11.8  0.4 \n", "")
	chances := Estimate{"", 0.602, 0.636, 0.118, 0.004, 0.073, 0.004}
	equal := strings.NewReplacer("0.602   ( 0.000)", "0.431", "0.590   (-0.012)", "0.267", "0.643   ( 0.041)", "1.000", "     EMG", " (EMG)")
	swapped := strings.NewReplacer("Double / Take         :  0.590   (-0.012)", "Double / Pass :  0.643", "Double / Pass         :  0.643   ( 0.041)", "Double / Take :  0.590")
	money := strings.NewReplacer(":2:1:0:7:10", ":0:0:0:0:10")
	for _, tt := range []struct {
		name, text string
		want       CubeEstimate
	}{
		{"whole", text, CubeEstimate{chances, 0.59, 1, true}},
		{"without wins", wins.Replace(text), CubeEstimate{Estimate{Equity: 0.602}, 0.59, 1, true}},
		{"pass first", swapped.Replace(wins.Replace(text)), CubeEstimate{Estimate{Equity: 0.602}, 0.59, 1, true}},
		{"pass for the match", strings.NewReplacer("0.643 ", "1.000 ", "     EMG", " (MWC)").Replace(wins.Replace(text)), CubeEstimate{Estimate{Equity: 0.602}, 0.59, 1, true}},
		{"equities", equal.Replace(text), CubeEstimate{Estimate{"", 0.431, 0.636, 0.118, 0.004, 0.073, 0.004}, 0.267, 1, false}},
		{"money", money.Replace(text), CubeEstimate{chances, 0.59, 1, false}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, got := analysisIn(t, tt.text)
			sameAnalysis(t, got, &Analysis{Source: "BGBlitz", Cube: &tt.want})
		})
	}
}

// The heading tells whether the only figures of plays are match-winning chances.
func TestUnitOfPlays(t *testing.T) {
	const text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:%d:10\n\nEvaluation  (%s)\n ==========\n 1.   %s   8/5, 6/5\n\n 2.   0.424  (-0.100)  24/23, 13/10\n"
	for _, tt := range []struct {
		length       int
		unit, figure string
		want         bool
	}{
		{5, "MWC", "0.524", true},
		{5, "mwc", "0.524", true},
		{5, "EMG", "0.524", false},
		{5, "MWC", "0.524 mwp / 0.190", false},
		{5, "MWC", "1.524", false},
		{0, "MWC", "0.524", false},
	} {
		_, got := analysisIn(t, fmt.Sprintf(text, tt.length, tt.unit, tt.figure))
		if got == nil || len(got.Plays) != 2 || got.PlaysMWC != tt.want || got.Source != "BGBlitz" {
			t.Errorf("%v: got %+v", tt, got)
		}
	}
}

// The names and the levels of plays, on a list of one play.
func TestLevelsOfTexts(t *testing.T) {
	for _, tt := range []struct{ text, level string }{
		{"4-ply", "4-ply"}, {"3-ply red", "3-ply red"}, {"2 Züge", "2-ply"}, {"2-plis", "2-ply"}, {"5 полухода", "5-ply"},
		{"XG Roller", "XG Roller"}, {"XG Roller+", "XG Roller+"}, {"XG Roller++", "XG Roller++"},
		{"Rollout", "rollout"}, {"Rollout¹", "rollout"}, {"Rollout²", "rollout"}, {"Rollout4", "rollout"}, {"Rollout^{1}", "rollout"},
		{"Book¹", "opening book"}, {"Book4", "opening book"}, {"Buch²", "opening book"}, {"Livre¹", "opening book"},
		{"Книга¹", "opening book"}, {"本¹", "opening book"}, {"Kitap", "Kitap"}, {"", ""},
	} {
		for _, gap := range []string{" ", "    "} {
			_, got := analysisIn(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10\n 1. "+tt.text+gap+"8/5 6/5  eq:+0.159")
			sameAnalysis(t, got, &Analysis{Source: "eXtreme Gammon", Plays: []Candidate{{play(t, "8/5 6/5"), Estimate{Level: tt.level, Equity: 0.159}}}})
		}
	}
}

// Moves as XG and BGBlitz write them.
func TestMovesOfTexts(t *testing.T) {
	for _, tt := range []struct{ xgid, text, play string }{
		{"-b----E-C---eE---c-e----AA:0:0:1:31", "Bar/24 8/5", "25/24 8/5"},
		{"-b----E-C---eE---c-e----AA:0:0:1:31", "Barre/24 8/5", "25/24 8/5"},
		{"-b----E-C---eE---c-e----AA:0:0:1:31", "b/24, 8/5", "25/24 8/5"},
		{"-b----E-C---eE---c-e----AA:0:0:1:31", "bar-24 8-5", "25/24 8/5"},
		{"-a-B--E-B-a-dDB--b-bcb----:0:0:1:52", "13/11 6/1*", "13/11 6/1"},
		{"-b----E-C---eE---c-e----B-:0:0:1:11", "8/7(2) 6/5(2)", "8/7 8/7 6/5 6/5"},
		{"-b----E-C---eE---c-e----B-:0:0:1:11", "8/7 (2), 6/5 (2)", "8/7 8/7 6/5 6/5"},
		{"-BB-------------------bb--:0:0:1:21", "2/Off 1/Off", "2/0 1/0"},
		{"-BB-------------------bb--:0:0:1:21", "2/aus 1/aus", "2/0 1/0"},
		{"-BB-------------------bb--:0:0:1:21", "2-off 1-off", "2/0 1/0"},
	} {
		for _, form := range []string{"XGID=%s:0:0:0:5:10\n 1. 4-ply %s eq:+0.159", "XGID=%s:0:0:0:5:10\n 1.  0.571 mwp /  0.159  %s", "XGID=%s:0:0:0:5:10\n 1) %s  0.571 / 0.159"} {
			m, got := analysisIn(t, fmt.Sprintf(form, tt.xgid, tt.text))
			if got == nil || len(got.Plays) != 1 || !slices.Equal(got.Plays[0].Steps, play(t, tt.play)) || got.Plays[0].Equity != 0.159 {
				t.Errorf("%s: got %+v, want %s; %v", tt.text, got, tt.play, m.Notices)
			}
		}
	}
}

// A turn without a legal play has a line without moves.
func TestNoMoveInTexts(t *testing.T) {
	const closed = "XGID=aBBBBBB-----C-----------n-:0:0:-1:66:0:0:0:5:10\n 1. 4-ply       Cannot Move   eq:-0.812\n"
	m, got := analysisIn(t, closed)
	sameAnalysis(t, got, &Analysis{Source: "eXtreme Gammon", Plays: []Candidate{{nil, Estimate{Level: "4-ply", Equity: -0.812}}}})
	if len(m.Notices) != 0 {
		t.Errorf("notices %v", m.Notices)
	}
}

// What cannot be read is counted with its line, and the rest is kept; without the best
// play, the list is not.
func TestUnreadableTexts(t *testing.T) {
	text := string(content(t, "xg-roller.txt"))
	for _, tt := range []struct {
		name     string
		old, new string
		plays    int
		notice   string
	}{
		{"equity", "eq:-0.114", "eq:nan", 2, `figures that cannot be read: "2. XG Roller++ 24/22 18/13 eq:nan (-0.111)" (line 13)`},
		{"no equity", "eq:-0.201 (-0.198)", "", 2, `figures that cannot be read: "3. 4-ply 13/6" (line 17)`},
		{"illegal play", "13/6  ", "13/12 ", 2, `figures that cannot be read: "3. 4-ply 13/12 eq:-0.201 (-0.198)" (line 17)`},
		{"no such place", "24/22 18/13", "24/22 88/13", 2, `figures that cannot be read: "2. XG Roller++ 24/22 88/13 eq:-0.114 (-0.111)" (line 13)`},
		{"no moves", "24/22 18/13", "???", 2, `figures that cannot be read: "2. XG Roller++ ??? eq:-0.114 (-0.111)" (line 13)`},
		{"probabilities", "48.27%", "nan%", 3, `figures that cannot be read: "Player: nan% (G:10.81% B:0.55%)" (line 14)`},
		{"best play", "18/11 ", "18/13 ", 0, `figures that cannot be read: "1. XG Roller++ 18/13 eq:-0.003" (line 9)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, got := analysisIn(t, strings.Replace(text, tt.old, tt.new, 1))
			plays := 0
			if got != nil {
				plays = len(got.Plays)
			}
			if plays != tt.plays || len(m.Notices) != 1 || m.Notices[0].String() != tt.notice {
				t.Errorf("%d plays, want %d; notices %v, want %s", plays, tt.plays, m.Notices, tt.notice)
			}
		})
	}
	m, got := analysisIn(t, strings.Replace(string(content(t, "xg-cube.txt")), "+0.612", "inf", 1))
	if want := `figures that cannot be read: "Double/Take: inf (-0.042)" (line 16), "Double/Pass: +1.000 (+0.346)" (line 17)`; got != nil || len(m.Notices) != 1 || m.Notices[0].String() != want {
		t.Errorf("got %+v and %v, want %s", got, m.Notices, want)
	}
}

// A list whose first lines cannot be read has no best play.
func TestListsWithoutBest(t *testing.T) {
	xg := string(content(t, "xg-roller.txt"))
	first := "1. XG Roller++ 18/11  eq:-0.003"
	if !strings.Contains(oneLine(xg), oneLine(first)) {
		t.Fatal("the line is not in the file")
	}
	lines := strings.Split(xg, "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return oneLine(line) == oneLine(first) })
	const second = `"2. XG Roller++ 24/22 18/13 eq:-0.114 (-0.111)" (line 13)`
	for _, tt := range []struct{ line, notice string }{
		{"", "lists of plays without the best one: " + second},
		{"    XG Roller++ 18/11 ???", "lists of plays without the best one: " + second},
		{"    1: XG Roller++ 18/11", "lists of plays without the best one: " + second},
		{"    2. XG Roller++ 18/11  eq:-0.003", `lists of plays without the best one: "2. XG Roller++ 18/11 eq:-0.003" (line 9)`},
		{"    1. XG Roller++ 18/11  eq:-0.003 (-0.100)", `lists of plays without the best one: "1. XG Roller++ 18/11 eq:-0.003 (-0.100)" (line 9)`},
	} {
		lines[at] = tt.line
		m, got := analysisIn(t, strings.Join(lines, "\n"))
		if got != nil || len(m.Notices) != 1 || m.Notices[0].String() != tt.notice {
			t.Errorf("%q: got %+v and %v, want %s", tt.line, got, m.Notices, tt.notice)
		}
	}
	m, got := analysisIn(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10\n\nBest: +0.159\n 3-ply 8/5 6/5  eq:+0.159\n 2-ply 24/23 13/10  eq:-0.010 (-0.169)\n")
	if got != nil || len(m.Notices) != 1 || len(m.Notices[0].Found) != 2 {
		t.Errorf("plays without ranks: got %+v and %v, want a notice of two lines", got, m.Notices)
	}
	blitz := strings.Replace(string(content(t, "bgblitz.txt")), "  1.   0.585 mwp /   0.190            13/6", "", 1)
	m, got = analysisIn(t, blitz)
	if want := `lists of plays without the best one: "2. 0.573 mwp / 0.021 (-0.169) 13/11, 6/1*" (line 26)`; got != nil || len(m.Notices) != 1 || m.Notices[0].String() != want {
		t.Errorf("got %+v and %v, want %s", got, m.Notices, want)
	}
}

func FuzzReadPositionText(f *testing.F) {
	addFiles(f, "testdata/*.txt")
	f.Add("XGID=-BB-------------------bb--:0:0:1:21:0:0:0:0:10\n1) 2-off 1-off  0.5 / 1.000\n0.5 0.1 0.0 - 0.5 0.1 0.0")
	f.Add("XGID=-BB-------------------bb--:0:0:1:00:0:0:0:0:10\na 45.9 1.7 0.2\nb 54.1 1.7 0.2\nx : 1.0 (0.1) 2.0 (0.1)\nx/y: 1.0\nx/z: .5 ± .1")
	f.Add("> XGID=-BB-------------------bb--:0:0:1:21:0:0:0:5:10\n> (MWC)\n> **1.** 0.5 2-off 1-off\n> ２．4-ply 2/off 1/off eq:+0.1 (-0.2)")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadPositionText("fuzz", strings.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz: ") {
				t.Errorf("error %q does not name the file", err)
			}
			return
		}
		if err := m.Validate(); err != nil {
			t.Errorf("the position is no record: %v", err)
		}
		actions := m.Games[0].Actions
		a := actions[len(actions)-1].Analysis
		if a == nil {
			return
		}
		x := at(t, m)
		for i := range a.Plays {
			if _, err := a.Plays[i].Play(x.Position, x.Match.Dice); err != nil && x.Match.Dice.Valid() {
				t.Errorf("play %d: %v", i+1, err)
			}
		}
		if n := len(a.Rollouts); n > 0 && n != max(len(a.Plays), 2) && n != len(a.Plays) {
			t.Errorf("%d rollouts of %d plays", n, len(a.Plays))
		}
	})
}

// sameAnalysis compares to the digits that texts have.
func sameAnalysis(t *testing.T, got, want *Analysis) {
	t.Helper()
	if got == nil {
		t.Error("no analysis")
		return
	}
	got, want = rounded(got), rounded(want)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v %+v, want %+v %+v", got, got.Cube, want, want.Cube)
	}
}

// rounded returns an analysis with chances of six digits, without the fields
// that are not read.
func rounded(a *Analysis) *Analysis {
	all := *a
	all.sgf = nil
	all.Plays = slices.Clone(a.Plays)
	round := func(e *Estimate) {
		for _, x := range []*float64{&e.Win, &e.WinGammon, &e.WinBackgammon, &e.LoseGammon, &e.LoseBackgammon} {
			*x = float64(int(*x*1e6+0.5)) / 1e6
		}
	}
	for i := range all.Plays {
		round(&all.Plays[i].Estimate)
	}
	if all.Cube != nil {
		double := *all.Cube
		round(&double.Estimate)
		all.Cube = &double
	}
	return &all
}
