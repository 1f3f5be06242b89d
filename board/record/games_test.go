package record

import "testing"

func FuzzParseGames(f *testing.F) {
	for _, text := range []string{"", "1", "1,3-5", "5-1", "-", "1-", ",", "9999999999999999999", "1-5,2"} {
		f.Add(text)
	}
	const of = 7
	f.Fuzz(func(t *testing.T, text string) {
		games, err := ParseGames(text, of)
		for _, g := range games {
			if g < 1 || g > of {
				t.Errorf("%q: game %d", text, g)
			}
		}
		if err == nil && (len(games) == 0) != (text == "") {
			t.Errorf("%q: games %v", text, games)
		}
	})
}
