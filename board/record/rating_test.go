package record

import (
	"strings"
	"testing"

	"gammonlab/internal/must"
)

func TestSplitRating(t *testing.T) {
	for _, test := range []struct{ text, name, rating string }{
		{"Ann,1706", "Ann", "1706"},
		{"Ann, 1706", "Ann", "1706"},
		{"Ann,1706.45", "Ann", "1706.45"},
		{"Ann,1706,45", "Ann", "1706.45"},
		{"Ann;1706", "Ann", "1706"},
		{"Ann (1706)", "Ann", "1706"},
		{"Ann(1706.45)", "Ann", "1706.45"},
		{"Ann [1706]", "Ann", "1706"},
		{"Ann (1706 / 350)", "Ann", "1706/350"},
		{"Ann (Elo: 1706)", "Ann", "1706"},
		{"Ann (1706 Elo)", "Ann", "1706"},
		{"Ann rating 1706", "Ann", "1706"},
		{"Ann 1706.45", "Ann", "1706.45"},
		{"Ann (1706) (1500)", "Ann", "1706"},
		{"Smith, Ann,1706", "Smith, Ann", "1706"},
		{"Ann 2 (ITA), 985", "Ann 2 (ITA)", "985"},
		{"7,1500", "7", "1500"},

		{"Smith, Ann", "Smith, Ann", ""},
		{"Ann", "Ann", ""},
		{"Ann,2", "Ann,2", ""},
		{"Ann (2)", "Ann (2)", ""},
		{"Ann(ITA)", "Ann(ITA)", ""},
		{"Ann 1706", "Ann 1706", ""},
		{"Ann1706", "Ann1706", ""},
		{"Ann,1706th", "Ann,1706th", ""},
		{"Ann, 007", "Ann, 007", ""},
		{"Ann,17060", "Ann,17060", ""},
		{"gnubg 1.07", "gnubg 1.07", ""},
		{"net:default,noise=0.05", "net:default,noise=0.05", ""},
		{"(1706)", "(1706)", ""},
		{",1706", ",1706", ""},
		{"", "", ""},
	} {
		if name, rating := splitRating(test.text); name != test.name || rating != test.rating {
			t.Errorf("%q: got %q and %q, want %q and %q", test.text, name, rating, test.name, test.rating)
		}
	}
}

// Names with ratings are the names in every format.
func TestRatedNames(t *testing.T) {
	for format, text := range map[string]string{
		"mat":          "3 point match\n\nGame 1\nAnn,1706 : 0                Bob (1767) : 0\n1) 31: 8/5 6/5\n",
		"sgf":          "(;GM[6]MI[length:3]PW[Ann,1706]PB[Bob (1767)];W[31hefe])",
		"sgf property": "(;GM[6]MI[length:3]PW[Ann,1500]WR[1706]PB[Bob (1500)]BR[1767];W[31hefe])",
		"tags": "; [Player 1 \"Bob (1767)\"]\n; [Player 2 \"Ann,1706\"]\n; [Player 1 Elo \"1767\"]\n" +
			"3 point match\nGame 1\nAnn,1706 : 0                Bob (1767) : 0\n1) 31: 8/5 6/5\n",
		"oldmoves": "Score is 0-0 in a 3 point match.\nAnn,1706 is X - Bob,1767 is O\nX: (3 1) 8-5 6-5\nO: wins 1 point\n",
		"match":    "bgammon-replay 00000000\ni 1763750000 Ann,1706 Bob,1767 3 0 0 1 1 0\n1 r 3-1 8/5 6/5\n",
		"snowie":   "3;0;0;0;0;Ann,1706;Bob (1767);0;1;0;2;-1;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1",
	} {
		m := must.Get(Read(format, strings.NewReader(text)))(t)
		if m.Names != [2]string{"Ann", "Bob"} || m.Info.Ratings != [2]string{"1706", "1767"} {
			t.Errorf("%s: got %q with %q", format, m.Names, m.Info.Ratings)
		}
	}
}
