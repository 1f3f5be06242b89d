package record

import (
	"fmt"
	"strings"
	"testing"
)

const (
	otherTurn  = "  1) 31: 8/5 6/5                   42: 8/4 6/4\n"
	namesOfTwo = " Ann : 0                       Bob : 0\n"
)

// A game begins at its title, whatever stands behind the number, or at its line of names
// and scores.
func TestBeginningsOfGames(t *testing.T) {
	const won = namesOfTwo + otherTurn + "      Wins 4 points\n\n"
	for _, tt := range []struct {
		text  string
		games int
	}{
		{" Game 1 (Crawford)\n" + namesOfTwo + otherTurn, 1},
		{" Game 1 of 3\n" + namesOfTwo + otherTurn, 1},
		{" Game no. 1\n" + namesOfTwo + otherTurn, 1},
		{" Game 1: the first\n" + namesOfTwo + otherTurn, 1},
		{" Game 1 banana\n" + namesOfTwo + otherTurn, 1},
		{namesOfTwo + otherTurn, 1},
		{" Partie 1\n" + namesOfTwo + otherTurn, 1},
		{" Spiel 1\n" + namesOfTwo + otherTurn, 1},
		{" Played: 12   Round: 3\n Game 1\n" + namesOfTwo + otherTurn, 1},
		{" Game 1\n" + won + " Game 2 (Crawford)\n Ann : 4      Bob : 0\n" + otherTurn, 2},
		{" Game 1\n" + won + " Game 2 banana\n Ann : 4      Bob : 0\n" + otherTurn, 2},
		{won + " Ann : 4      Bob : 0\n" + otherTurn, 2},
		{" Game 1\n" + namesOfTwo + otherTurn + "Game 2 will be better, kibitzes Bob\nAnn : 0   Bob : 0\n", 1},
	} {
		m, err := ReadMat("test", strings.NewReader("5 point match\n\n"+tt.text))
		if err != nil || len(m.Games) != tt.games || m.Names != [2]string{"Ann", "Bob"} {
			t.Errorf("%q: %+v, %v, want %d games", tt.text, m, err, tt.games)
			continue
		}
		for i, want := range []string{turnShort, turnShort}[:tt.games] {
			if got := strings.TrimSuffix(short(m.Games[i].Actions), ", X resignation 3"); !strings.HasPrefix(got, want) {
				t.Errorf("%q: game %d: %s, want %s", tt.text, i+1, got, want)
			}
		}
		if last := m.Games[tt.games-1].Score[0]; last != 4*(tt.games-1) {
			t.Errorf("%q: the last game begins with %d points", tt.text, last)
		}
	}
}

// A file without a game is an error.
func TestMatWithoutGame(t *testing.T) {
	for _, text := range []string{"3 point match\n", "3 point match\n\nhello\n" + otherTurn} {
		_, err := ReadMat("name.mat", strings.NewReader(text))
		fails(t, err, "name.mat: no game in "+fmt.Sprint(strings.Count(text, "\n"))+" lines")
	}
}

// noticeOf returns the notice with a subject.
func noticeOf(m *Match, subject string) string {
	for _, n := range m.Notices {
		if n.Subject == subject {
			return strings.TrimPrefix(n.String(), subject+": ")
		}
	}
	return ""
}

// Matches have no automatic doubles, so a double there is one of the cube as it is.
func TestStatedValuesOfTheCube(t *testing.T) {
	for _, tt := range []struct {
		length, value, cube int
		notice              string
	}{
		{5, 2, 1, ""},
		{5, 4, 1, `"a double to 4 with the cube at 1" (line 6)`},
		{0, 2, 1, ""},
		{0, 4, 2, ""},
		{0, 3, 1, `"a double to 3 with the cube at 1" (line 6)`},
	} {
		text := fmt.Sprintf("%d point match\n\n Game 1\n%s%s  2)  Doubles => %d                  Takes\n", tt.length, namesOfTwo, otherTurn, tt.value)
		m := get(ReadMat("test", strings.NewReader(text)))(t)
		g := &m.Games[0]
		if got := short(g.Actions); got != turnShort+", O double, X take" || g.Cube != tt.cube || noticeOf(m, Contradictions) != tt.notice || m.Validate() != nil {
			t.Errorf("%d points, => %d: %s, cube %d, %v, %v", tt.length, tt.value, got, g.Cube, m.Notices, m.Validate())
		}
	}
}
