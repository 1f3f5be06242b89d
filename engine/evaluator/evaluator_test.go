package evaluator_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/evaluator"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/internal/process"
	"gammonlab/nets"
)

// TestMain turns the test binary into an evaluator when it is started as "BINARY evaluator
// KIND FILE".
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "evaluator" {
		if err := program(os.Args[2], os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// net is what the evaluators of the tests compute.
func net() *nets.Net {
	set, err := features.Lookup("perspective196")
	if err != nil {
		panic(err)
	}
	n, err := nets.NewRandom(nets.NewSpec(set, nets.ReLU, 12), 5)
	if err != nil {
		panic(err)
	}
	return n
}

// program is an evaluator whose kind names its fault. With a file, the fault is over once the
// file exists.
func program(kind, file string) error {
	if _, err := os.Stat(file); err == nil {
		kind = "good"
	}
	switch kind {
	case "good":
		digest, err := engine.OfNet(net()).Digest()
		if err != nil {
			return err
		}
		return evaluator.Serve([]evaluator.Answerer{evaluator.Of(engine.OfNet(net())), evaluator.Of(engine.OfNet(net()))},
			evaluator.Hello{Name: "test", Digest: digest, Outputs: evaluator.Outputs()}, board.Backgammon, os.Stdin, os.Stdout)
	case "silent":
		select {}
	case "stillborn":
		return errors.New("no licence")
	case "chatty":
		fmt.Println("hello, I am an evaluator")
	case "features":
		return dense(os.Stdin, os.Stdout)
	}
	if hello, ok := strings.CutPrefix(kind, "hello "); ok {
		fmt.Println(hello)
	} else {
		digest, err := engine.OfNet(net()).Digest()
		if err != nil {
			return err
		}
		fmt.Printf(`{"evaluator": 1, "name": "test", "inputs": "position", "batch": 4096, "digest": "%s", "outputs": ["win","win_gammon","win_backgammon","lose_gammon","lose_backgammon"]}`+"\n", digest)
	}
	head := make([]byte, 4)
	asked := 0
	for {
		if _, err := io.ReadFull(os.Stdin, head); err != nil {
			return nil
		}
		if asked++; asked > 2 && kind == "tires" {
			kind = "nan"
		}
		n := binary.LittleEndian.Uint32(head)
		io.CopyN(io.Discard, os.Stdin, 52*int64(n))
		v := float32(0.5)
		if strings.Contains(kind, "liar") {
			v = -1
		}
		if kind != "tires" && asked < 2 {
			os.WriteFile(file, nil, 0o666)
		}
		switch kind {
		case "dies":
			return errors.New("out of memory")
		case "half":
			os.Stdout.Write(head[:2])
			return nil
		case "hangs":
			select {}
		case "counts":
			n++
		case "nan":
			v = float32(math.NaN())
		case "range":
			v = 1.5
		}
		out := binary.LittleEndian.AppendUint32(nil, n)
		for range 5 * n {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
		}
		os.Stdout.Write(out)
	}
}

// dense is an evaluator of inputs with its outputs in another order.
func dense(in io.Reader, out io.Writer) error {
	n := net()
	fmt.Fprintln(out, `{"evaluator": 1, "name": "dense", "inputs": "perspective196", "batch": 64, `+
		`"outputs": ["lose_gammon","win","win_gammon","win_backgammon","lose_backgammon"]}`)
	pass := n.NewPass(64)
	for {
		var rows uint32
		if err := binary.Read(in, binary.LittleEndian, &rows); err != nil {
			return nil
		}
		for i := range int(rows) {
			if err := binary.Read(in, binary.LittleEndian, pass.Input(i)[:196]); err != nil {
				return err
			}
		}
		pass.Forward(int(rows))
		binary.Write(out, binary.LittleEndian, rows)
		for i := range int(rows) {
			p := pass.Output(i)
			binary.Write(out, binary.LittleEndian, []float32{p[3], p[0], p[1], p[2], p[4]})
		}
	}
}

// command returns the command of an evaluator.
func command(t *testing.T, kind string) string {
	t.Helper()
	return fmt.Sprintf("%q evaluator %q %q", must.Get(os.Executable())(t), kind, t.TempDir()+"/once")
}

var quick = evaluator.Limits{Timeout: 2 * time.Second, Startup: 20 * time.Second, Restarts: 1}

// start starts an evaluator that ends with the test.
func start(t *testing.T, kind string, s evaluator.Limits) *evaluator.Program {
	t.Helper()
	p := must.Get(evaluator.Start(t.Context(), command(t, kind), s))(t)
	t.Cleanup(p.Close)
	return p
}

// evaluatorOf returns an evaluator of a program.
func evaluatorOf(p *evaluator.Program) *evaluator.Evaluator {
	return p.Evaluator(nil).(*evaluator.Evaluator)
}

// Programs that get positions or inputs give the net's own values, in goroutines that share
// one process.
func TestEvaluates(t *testing.T) {
	positions := enginetest.Positions(600, 1)
	want := make([]engine.Probabilities, len(positions))
	engine.OfNet(net()).Evaluate(want, positions)
	for _, kind := range []string{"good", "features"} {
		p := start(t, kind, evaluator.DefaultLimits())
		first := evaluatorOf(p)
		var group sync.WaitGroup
		for g := range 6 {
			e := first.CloneEvaluator()
			group.Go(func() {
				for from := 0; from < len(positions); {
					to := min(len(positions), from+1+from*7%(97+g))
					got := make([]engine.Probabilities, to-from)
					e.Evaluate(got, positions[from:to])
					for i := range got {
						for k, v := range got[i] {
							if math.Abs(float64(v-want[from+i][k])) > 1e-6 {
								t.Errorf("%s: position %d, output %d: %v, want %v", kind, from+i, k, v, want[from+i][k])
								return
							}
						}
					}
					from = to
				}
			})
		}
		group.Wait()
	}
}

func TestRules(t *testing.T) {
	enginetest.TestEvaluator(t, "program", func() engine.Evaluator { return evaluatorOf(start(t, "good", quick)) })
}

// A program that dies, hangs or lies once is restarted, and the answer is right. A program
// that introduces itself otherwise after a restart is refused.
func TestRestarts(t *testing.T) {
	positions := enginetest.Positions(3, 1)
	var want, got [3]engine.Probabilities
	engine.OfNet(net()).Evaluate(want[:], positions)
	for _, kind := range []string{"dies", "half", "hangs", "nan", "counts"} {
		s := quick
		if kind == "hangs" {
			s.Timeout = 500 * time.Millisecond
		}
		must.OK(t, evaluatorOf(start(t, kind, s)).EvaluateContext(t.Context(), got[:], positions))
		if got != want {
			t.Errorf("%s: %v, want %v", kind, got, want)
		}
	}
	another := `"inputs": "position", "batch": 1, "outputs": ["win","win_gammon","win_backgammon","lose_gammon","lose_backgammon"]}`
	err := evaluatorOf(start(t, `hello {"evaluator": 1, "name": "liar", `+another, quick)).EvaluateContext(t.Context(), got[:], positions)
	must.Fail(t, err, `it was {"evaluator":1,"name":"liar"`)
}

// A program that fails again and again after good answers is given up. Each restart is reported.
func TestRestartsInAll(t *testing.T) {
	var told []string
	ctx := process.WithRestarts(t.Context(), func(line string) { told = append(told, line) })
	p := must.Get(evaluator.Start(ctx, command(t, "tires"), quick))(t)
	t.Cleanup(p.Close)
	pos, e := []board.Position{board.Backgammon.Start()}, evaluatorOf(p)
	var err error
	questions := 0
	for ; err == nil && questions < 100; questions++ {
		var got [1]engine.Probabilities
		err = e.EvaluateContext(t.Context(), got[:], pos)
	}
	must.Fail(t, err, "its output win is NaN, want 0 to 1, about 4HPwATDgc/ABMA (the program was started again 5 times, which is the most)")
	if questions != 2*6+1 || len(told) != 5 || !strings.Contains(told[0], "is started again: its output win is NaN") {
		t.Errorf("%d questions, want 2 for each of 6 processes, and one; %d restarts are told: %q", questions, len(told), told)
	}
}

func TestFaults(t *testing.T) {
	pos := []board.Position{board.Backgammon.Start()}
	for kind, want := range map[string]string{
		"dies":   "it has ended, saying out of memory",
		"counts": "it answers about 2 positions, want 1",
		"nan":    "its output win is NaN, want 0 to 1, about 4HPwATDgc/ABMA",
		"range":  "its output win is 1.5, want 0 to 1",
		"half":   "it has ended",
		"hangs":  "no answer in 300ms",
	} {
		s := quick
		s.Restarts = 0
		if kind == "hangs" {
			s.Timeout = 300 * time.Millisecond
		}
		p := start(t, kind, s)
		var got [1]engine.Probabilities
		err := evaluatorOf(p).EvaluateContext(t.Context(), got[:], pos)
		must.Fail(t, err, want, kind)
		must.Fail(t, err, "asked about 1 positions, the first 4HPwATDgc/ABMA", kind)
		must.Fail(t, evaluatorOf(p).EvaluateContext(t.Context(), got[:], pos), want, kind, "again")
	}
}

func TestStartFaults(t *testing.T) {
	outputs := `"outputs": ["win","win_gammon","win_backgammon","lose_gammon","lose_backgammon"]`
	s := quick
	for kind, want := range map[string]string{
		"silent":    "no answer in 300ms",
		"stillborn": "it has ended, saying no licence",
		"chatty":    "its first line: ",
		`hello {"evaluator": 2, "name": "x", "inputs": "position", "batch": 1, ` + outputs + `}`:                     "evaluator is 2, want 1",
		`hello {"evaluator": 1, "name": "", "inputs": "position", "batch": 1, ` + outputs + `}`:                      "name is missing",
		`hello {"evaluator": 1, "name": "x", "inputs": "position", "batch": 0, ` + outputs + `}`:                     "batch is 0, want 1 to 65536",
		`hello {"evaluator": 1, "name": "x", "inputs": "pixels", "batch": 1, ` + outputs + `}`:                       "inputs: ",
		`hello {"evaluator": 1, "name": "x", "inputs": "position", "batch": 1, "outputs": ["win"]}`:                  "outputs are win, want each of win, win_gammon",
		`hello {"evaluator": 1, "name": "x", "inputs": "position", "batch": 1, "size": 1, ` + outputs + `}`:          `unknown field "size"`,
		`hello {"evaluator": 1, "name": "x", "inputs": "position", "batch": 1, "variant": "chess", ` + outputs + `}`: "variant: ",
	} {
		if kind == "silent" {
			s.Startup = 300 * time.Millisecond
		} else {
			s.Startup = quick.Startup
		}
		must.Fail(t, must.Err(evaluator.Start(t.Context(), command(t, kind), s)), want, kind)
	}
	must.Fail(t, must.Err(evaluator.Start(t.Context(), "", quick)), "it has no command")
	must.Fail(t, must.Err(evaluator.Start(t.Context(), "/nowhere/evaluator", quick)), "cannot start it")
}

// A question ends with its context, and others go on.
func TestContext(t *testing.T) {
	s := quick
	s.Timeout = time.Hour
	p := start(t, "hangs", s)
	pos := []board.Position{board.Backgammon.Start()}
	var got [1]engine.Probabilities
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := evaluatorOf(p).EvaluateContext(ctx, got[:], pos); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	p.Close() // also of a process that computes
	must.Fail(t, evaluatorOf(p).EvaluateContext(t.Context(), got[:], pos), "closed")
}

func TestDigest(t *testing.T) {
	got := must.Get(start(t, "good", quick).Digest())(t)
	want := must.Get(engine.OfNet(net()).Digest())(t)
	if got != "evaluator "+want {
		t.Errorf("digest %s, want that of the net, %s", got, want)
	}
	must.Fail(t, must.Err(start(t, "features", quick).Digest()), "tells no digest")
}

var hello = evaluator.Hello{Name: "test", Digest: strings.Repeat("0", 64), Outputs: evaluator.Outputs()}

// Requests that [evaluator.Serve] cannot answer end it with an error.
func TestServeFaults(t *testing.T) {
	empty := make([]byte, 52)
	frame := func(n uint32, data ...byte) []byte { return append(binary.LittleEndian.AppendUint32(nil, n), data...) }
	for _, tt := range []struct {
		in   []byte
		want string
	}{
		{frame(0), "a request about 0 positions"},
		{frame(1 << 20), "a request about 1048576 positions, want 1 to 65536"},
		{frame(2, empty...), "a request about 2 positions: unexpected EOF"},
		{frame(1, empty...), "position 1 of a request"},
	} {
		err := evaluator.Serve([]evaluator.Answerer{evaluator.Of(engine.OfNet(net()))}, hello, board.Backgammon, bytes.NewReader(tt.in), io.Discard)
		must.Fail(t, err, tt.want)
	}
}

func FuzzServe(f *testing.F) {
	start := board.Backgammon.Start()
	f.Add(append([]byte{1, 0, 0, 0}, evaluator.AppendPosition(nil, &start)...))
	f.Add([]byte{0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		if err := evaluator.Serve([]evaluator.Answerer{evaluator.Of(engine.OfNet(net()))}, hello, board.Backgammon, bytes.NewReader(in), &out); err == nil && len(in) >= 4 && out.Len() < 200 {
			t.Errorf("%d bytes of requests are answered with %d", len(in), out.Len())
		}
	})
}
