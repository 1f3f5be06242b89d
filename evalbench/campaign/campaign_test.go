package campaign_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board/gnubgtest"
	"gammonlab/board/record"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/rules"
	"gammonlab/evalbench/campaign"
	"gammonlab/internal/must"
)

// settings are those of a campaign of a small net, with files of three games.
func settings(t *testing.T, games int, length rules.Length) *campaign.Settings {
	tiny := named.Of("tiny", player.NewGreedy(enginetest.RandomStatic(t, 8, 5)))
	return &campaign.Settings{Player: tiny, Games: games, PerFile: 3, Length: length, Jacoby: true, Seed: 7}
}

// play plays the campaign in a folder; after the given number of games it ends as if it
// were killed, 0 for never.
func play(t *testing.T, folder string, s *campaign.Settings, kill int) {
	t.Helper()
	f := must.Get(campaign.Open(folder, s))(t)
	m := f.Match()
	if m == nil {
		return
	}
	if m.Workers = 2; kill > 0 {
		m.Games = kill
	}
	must.Get(m.Run(t.Context()))(t)
	if kill == 0 {
		must.OK(t, f.Flush())
	}
}

// files returns the contents of the files in a folder.
func files(t *testing.T, folder string) map[string]string {
	all := map[string]string{}
	for _, e := range must.Get(os.ReadDir(folder))(t) {
		all[e.Name()] = string(must.Get(os.ReadFile(filepath.Join(folder, e.Name())))(t))
	}
	return all
}

// A campaign that was killed, continued and extended has the bytes of one that was not.
func TestResumes(t *testing.T) {
	for _, length := range []rules.Length{0, 3} {
		whole, parts := t.TempDir(), t.TempDir()
		play(t, whole, settings(t, 11, length), 0)
		play(t, parts, settings(t, 7, length), 5)
		play(t, parts, settings(t, 7, length), 0)
		play(t, parts, settings(t, 11, length), 0)
		play(t, parts, settings(t, 11, length), 0)
		want, got := files(t, whole), files(t, parts)
		if wanted := map[rules.Length]int{0: 5, 3: 12}[length]; len(want) != wanted || len(got) != wanted {
			t.Errorf("matches to %d: %d and %d files, want %d", length, len(want), len(got), wanted)
		}
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("matches to %d: %s differs:\n%s\nwant\n%s", length, name, got[name], want[name])
			}
		}
	}
}

func TestOtherSettings(t *testing.T) {
	folder := t.TempDir()
	play(t, folder, settings(t, 4, 0), 0)
	other := settings(t, 4, 0)
	other.Seed = 8
	_, err := campaign.Open(folder, other)
	must.Fail(t, err, "seed 7, want 8")
	must.OK(t, os.Rename(filepath.Join(folder, "000002.mat"), filepath.Join(folder, "000003.mat")))
	must.OK(t, os.Rename(filepath.Join(folder, "000001.mat"), filepath.Join(folder, "000002.mat")))
	_, err = campaign.Open(folder, settings(t, 4, 0))
	must.Fail(t, err, "000001.mat is missing")
}

// save writes a record in a format of other programs and returns the path.
func save(t *testing.T, name string, m *record.Match) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	var text bytes.Buffer
	write := record.WriteSGF
	if filepath.Ext(name) == ".xg" {
		write = record.WriteXG
	}
	must.OK(t, write(&text, m))
	must.OK(t, os.WriteFile(path, text.Bytes(), 0o600))
	return path
}

// Files without analyses and files of other games are refused by their names.
func TestRefusesFiles(t *testing.T) {
	folder, other := t.TempDir(), t.TempDir()
	play(t, folder, settings(t, 4, 0), 0)
	s := settings(t, 4, 0)
	s.Seed = 9
	play(t, other, s, 0)
	load := func(folder string, number int) *record.Match {
		return must.Get(record.Load(filepath.Join(folder, fmt.Sprintf("%06d.mat", number))))(t)
	}
	for _, c := range []struct {
		files []string
		want  string
	}{
		{[]string{save(t, "own.xg", load(folder, 1))}, "own.xg: it has no analysis of its "},
		{[]string{save(t, "own.sgf", load(folder, 2))}, "own.sgf: it has no analysis of its "},
		{[]string{save(t, "other.xg", load(other, 1))}, "other.xg: game 1 is not of the campaign in " + folder},
		{[]string{filepath.Join(folder, "nothing.xg")}, "nothing.xg: no such file"},
		{[]string{filepath.Join(folder, "campaign.json")}, "campaign.json"},
	} {
		_, err := campaign.Read(folder, c.files, named.MET{})
		must.Fail(t, err, c.want)
	}
	_, err := campaign.Read(t.TempDir(), nil, named.MET{})
	must.Fail(t, err, "has no campaign: 000001.mat is missing")
}

// The rates of files that gnubg analyses are those that it prints.
func TestGnubgAnalyses(t *testing.T) {
	if testing.Short() {
		t.Skip("short: gnubg waits for each decision")
	}
	for _, length := range []rules.Length{0, 3} {
		folder := t.TempDir()
		s := settings(t, 3, length)
		s.Player = named.Of("fast", player.NewGreedy(enginetest.Shipped(t, "fast")))
		play(t, folder, s, 0)
		commands := "set display off\nset analysis chequerplay evaluation plies 0\nset analysis cubedecision evaluation plies 0\n" +
			"set automatic game off\n"
		all := must.Get(filepath.Glob(filepath.Join(folder, "*.mat")))(t)
		for _, name := range all {
			base := filepath.Base(name)
			commands += fmt.Sprintf("import mat %[1]s\nanalyse match\nsave match %[1]s.sgf\nshow statistics match\n", base)
		}
		out := gnubgtest.Run(t, folder, commands+"quit\ny\n")
		saved := must.Get(filepath.Glob(filepath.Join(folder, "*.sgf")))(t)
		got, err := campaign.Read(folder, saved, named.MET{})
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		lost, counted := gnubgs(t, out, "Overall statistics", "Error total EMG"), 0.0
		for _, what := range []string{"Unforced moves", "Close or actual cube decisions"} {
			counted += gnubgs(t, out, "", what)
		}
		rate := got.Rates[analysis.GnubgRate]
		if math.Abs(float64(rate.Counted)-counted) > 2 || math.Abs(*rate.Value+1000*lost/counted) > 0.5 || got.Missing > 0 {
			t.Errorf("matches to %d: %.3f over %d decisions, %d missing, want %.3f over %v", length, *rate.Value, rate.Counted, got.Missing, -1000*lost/counted, counted)
		}
		if got.Analysed != got.Games || len(got.Programs) != 1 || !strings.Contains(got.Text(), "analysed by GNU Backgammon") {
			t.Errorf("matches to %d:\n%s", length, got.Text())
		}
		if length == 0 {
			sides := -gnubgs(t, out, "Overall statistics", "Snowie error rate") / 2
			if snowie := *got.Rates[analysis.SnowieRate].Value; math.Abs(snowie-sides) > 0.3 {
				t.Errorf("Snowie's rate is %.3f, want the mean of the sides %.3f", snowie, sides)
			}
			again := must.Get(campaign.Read(folder, []string{asOfXG(t, saved[0])}, named.MET{}))(t)
			if r := &again.Rates[analysis.GnubgRate]; r.Counted != rate.Counted || math.Abs(*r.Value-*rate.Value) > 0.01 {
				t.Errorf("%+v in a file of XG, want %+v", r, rate)
			}
		}
		_, err = campaign.Read(folder, append(saved, saved[0]), named.MET{})
		must.Fail(t, err, filepath.Base(saved[0])+": game 1 is also in ")
	}
}

// asOfXG writes the analyses of a money session in a file as XG does, and returns the path.
func asOfXG(t *testing.T, name string) string {
	m := must.Get(record.Load(name))(t)
	for g := range m.Games {
		for _, a := range m.Games[g].Actions {
			if a.Analysis != nil {
				a.Analysis.Source = "eXtreme Gammon"
			}
		}
	}
	return save(t, "as.xg", m)
}

// gnubgs returns the sum of the numbers of both players in lines of gnubg's statistics,
// after the heading.
func gnubgs(t *testing.T, out, heading, what string) (sum float64) {
	t.Helper()
	line := regexp.MustCompile(`(?m)^` + what + `[A-Z a-z()]* +([-+.\d]+) +(?:\( *[-+.\d%]+\) +)?([-+.\d]+)`)
	parts := strings.Split(out, heading)
	if heading == "" {
		parts = []string{"", out}
	}
	most := map[bool]int{true: -1, false: 1}[heading == ""]
	for _, part := range parts[1:] {
		for _, numbers := range line.FindAllStringSubmatch(part, most) {
			for _, number := range numbers[1:] {
				sum += must.Get(strconv.ParseFloat(number, 64))(t)
			}
		}
	}
	return sum
}
