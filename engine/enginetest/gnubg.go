package enginetest

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player/external"
	"gammonlab/nets"
)

// Paths of gnubg's weights and databases in Debian's packages.
const (
	gnubgWeights  = "/usr/lib/gnubg/gnubg.wd"
	gnubgOneSided = "/usr/share/gnubg/gnubg_os0.bd"
	gnubgTwoSided = "/var/lib/gnubg/gnubg_ts0.bd"
)

// GnubgStatic returns an evaluator with the weights and databases of the
// installed gnubg. Without gnubg it skips the test.
func GnubgStatic(t testing.TB) *engine.Static {
	t.Helper()
	if _, err := os.Stat(gnubgWeights); err != nil {
		t.Skip("GNUBG IS NOT INSTALLED: nothing is compared with its nets")
	}
	model, err := nets.Load(gnubgWeights)
	if err != nil {
		t.Fatal(err)
	}
	return engine.NewStatic(model, GnubgDatabases(t))
}

// GnubgDatabases opens the databases of the installed gnubg. Without gnubg it
// skips the test.
func GnubgDatabases(t testing.TB) *engine.Databases {
	t.Helper()
	if _, err := os.Stat(gnubgOneSided); err != nil {
		t.Skip("GNUBG IS NOT INSTALLED: nothing is looked up in its databases")
	}
	databases := new(engine.Databases)
	for _, path := range []string{gnubgTwoSided, gnubgOneSided} {
		if err := databases.Open(path); err != nil {
			t.Fatal(err)
		}
	}
	return databases
}

// QueryGnubg answers requests by the installed gnubg with the script
// testdata/ask_gnubg.py of the package under test. It returns the words of each
// answer: one answer for each request and more answers at the end. gnubg gets
// further options, if there are any. Without gnubg it skips the test.
func QueryGnubg(t testing.TB, requests []string, more int, options ...string) [][]string {
	t.Helper()
	path, err := external.FindGnubg()
	if err != nil {
		t.Skip("GNUBG IS NOT INSTALLED: nobody is asked")
	}
	script, err := filepath.Abs("testdata/ask_gnubg.py")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "requests"), filepath.Join(dir, "answers")
	if err := os.WriteFile(in, []byte(strings.Join(requests, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, append(options, "-t", "-q", "-p", script)...)
	cmd.Env = []string{"HOME=" + dir, "LANG=C", "GAMMONLAB_REQUESTS=" + in, "GAMMONLAB_ANSWERS=" + out}
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gnubg: %v\n%s", err, text)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("gnubg wrote no answers (has it no Python?): %v", err)
	}
	var answers [][]string
	for line := range strings.Lines(string(text)) {
		answers = append(answers, strings.Fields(line))
	}
	if len(answers) != len(requests)+more {
		t.Fatalf("gnubg gave %d answers to %d requests", len(answers)-more, len(requests))
	}
	return answers
}

// GnubgData returns a folder with the data of the installed gnubg, for its option
// --pkgdatadir, but with other weights. Without gnubg it skips the test.
func GnubgData(t testing.TB, weights []byte) string {
	t.Helper()
	installed, err := filepath.Glob(filepath.Join(filepath.Dir(gnubgOneSided), "*"))
	if err != nil || len(installed) == 0 {
		t.Skip("GNUBG IS NOT INSTALLED: it cannot use other weights")
	}
	data := t.TempDir()
	for _, path := range installed {
		if filepath.Base(path) == filepath.Base(gnubgWeights) {
			continue
		}
		if err := os.Symlink(path, filepath.Join(data, filepath.Base(path))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(data, filepath.Base(gnubgWeights)), weights, 0o666); err != nil {
		t.Fatal(err)
	}
	return data
}

// QueryGnubgNumbers is [QueryGnubg] for answers that consist of numbers.
func QueryGnubgNumbers(t testing.TB, requests []string, more int) [][]float64 {
	t.Helper()
	lines := QueryGnubg(t, requests, more)
	answers := make([][]float64, len(lines))
	for i, words := range lines {
		for _, word := range words {
			v, err := strconv.ParseFloat(word, 64)
			if err != nil {
				t.Fatal(err)
			}
			answers[i] = append(answers[i], v)
		}
	}
	return answers
}

// GnubgPlayed returns the position after a play from pos that gnubg answered,
// from the opponent's point of view. The words are pairs of points from and to,
// with 25 for the bar and 0 for off.
func GnubgPlayed(t testing.TB, pos board.Position, words []string) board.Position {
	t.Helper()
	for i := 0; i+1 < len(words); i += 2 {
		from, err1 := strconv.Atoi(words[i])
		to, err2 := strconv.Atoi(words[i+1])
		if err1 != nil || err2 != nil || from < 1 || from > board.Bar || pos.Own[from] == 0 {
			t.Fatalf("gnubg's play %v cannot be made from %s", words, pos.ID())
		}
		to = max(to, board.Off)
		pos.Own[from]--
		pos.Own[to]++
		if hit := board.Bar - to; to > board.Off && pos.Opp[hit] == 1 {
			pos.Opp[hit] = 0
			pos.Opp[board.Bar]++
		}
	}
	return pos.Swap()
}

// GnubgAllows returns how far the probability of an outcome may be from gnubg's
// where ours, with true division, is p. As Debian builds gnubg, it divides in the
// hidden layer by an instruction that is right to 12 bits and differs between
// processors, which moves an outcome by up to 4e-4. Its sigmoid 1/(1+E) steps
// where the log-odds cross a tenth: E is e^a on one side of the tenth a and
// e^(a-0.1)*1.1 on the other. There the outcome may jump by the step, too.
func GnubgAllows(p float32) float64 {
	const (
		instruction = 4e-4
		near        = 0.0025 // of the log-odds
	)
	step := 0.1 - math.Log(1.1)
	odds := math.Abs(math.Log(float64((1 - p) / p)))
	above := math.Mod(odds+near, 0.1)       // within 2*near: behind a tenth
	before := math.Mod(odds+step+near, 0.1) // within 2*near: in front of it
	if above < 2*near || before < 2*near {
		return instruction + step*float64(p*(1-p))
	}
	return instruction
}

// GnubgSample returns the number of questions for gnubg in a test: n, or
// GAMMONLAB_GNUBG_QUESTIONS if it is set, and fewer in short tests.
func GnubgSample(n int) int {
	if questions, err := strconv.Atoi(os.Getenv("GAMMONLAB_GNUBG_QUESTIONS")); err == nil {
		return questions
	}
	if testing.Short() {
		return n / 5
	}
	return n
}
