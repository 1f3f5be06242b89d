package external_test

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"gammonlab/board"
)

// TestMain turns the test binary into an engine when it is started as
// "BINARY engine KIND FILE".
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "engine" {
		engineMain(os.Args[2], os.Args[3])
		os.Exit(0)
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // or engines with the race detector linger
	os.Exit(m.Run())
}

// silence is how long silent engines wait, far longer than any player waits for
// them.
const silence = 10 * time.Minute

// engineMain is an engine of draft 0.01 that makes the first legal play, rolls
// and takes. The kind names its fault or its style of answers; some kinds have
// no fault once the file exists.
func engineMain(kind, file string) {
	switch kind {
	case "silent":
		time.Sleep(silence)
	case "parent":
		leaveOrphan(file)
		time.Sleep(silence)
	case "ours":
		if err := ownEngine(); err != nil {
			fmt.Println("sorry", err)
		}
		return
	case "minimal", "older":
		dueller(kind)
		return
	case "endless":
		for {
			fmt.Print(strings.Repeat("x", 1<<10))
		}
	case "stillborn":
		fmt.Fprintln(os.Stderr, "no licence")
		os.Exit(3)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		line := in.Text()
		switch {
		case line == "quit" && kind == "polite":
			os.WriteFile(file, nil, 0o666)
			return
		case line == "quit":
			return
		case line == "ubgi" && kind == "sorry":
			fmt.Println("sorry")
		case line == "ubgi":
			fmt.Println("id name hostile\nid author nobody\nid version 1\nreadyok")
		case strings.HasPrefix(line, "XGID="):
			x, err := board.ParseXGID(line, board.Backgammon)
			if err != nil {
				fmt.Println("sorry", err)
				continue
			}
			misbehave(kind, file)
			fmt.Println(honest(kind, &x))
		}
	}
}

// misbehave has the fault that the kind is named after.
func misbehave(kind, file string) {
	_, err := os.Stat(file)
	switch {
	case kind == "mute", kind == "muteonce" && err != nil:
		if kind == "muteonce" {
			os.WriteFile(file, nil, 0o666)
		}
		time.Sleep(silence)
	case kind == "crashing", kind == "crashonce" && err != nil:
		if kind == "crashonce" {
			os.WriteFile(file, nil, 0o666)
		}
		fmt.Fprintln(os.Stderr, "out of memory")
		os.Exit(1)
	case kind == "long":
		fmt.Print(strings.Repeat("8/5 ", 1<<18))
	case kind == "flood":
		for range 1000 {
			fmt.Println("info depth 1")
		}
	}
}

// honest returns the answer, in the style of the kind.
func honest(kind string, x *board.XGID) string {
	m := &x.Match
	switch {
	case kind == "illegal":
		return "24/1 24/1"
	case kind == "garbage":
		return "\x00\xff\x1b[2J/////"
	case kind == "empty":
		return ""
	case kind == "unable":
		return "error internal no idea"
	case m.Doubled:
		return "take"
	case m.Dice == board.Roll{}:
		return "Roll"
	}
	var words []string
	plays := board.Plays(x.Position, m.Dice)
	for _, step := range plays[0].Steps() {
		words = append(words, fmt.Sprintf("%d/%d", step.From, step.To))
	}
	text := strings.Join(words, " ")
	switch kind {
	case "hyphens":
		text = strings.ReplaceAll(text, "/", "-")
	case "blanks":
		text = strings.ReplaceAll(text, "/", " ")
	case "bestmove":
		text = "bestmove " + text
	case "stars":
		text = strings.ReplaceAll(board.FormatPlay(x.Position, plays[0]), "(", " (")
	case "chatty":
		text = "info depth 1\nreadyok\n" + text
	}
	return text
}
