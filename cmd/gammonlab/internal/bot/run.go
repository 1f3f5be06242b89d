package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/bot"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/engine/rollers"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/seed"
)

const (
	judgeTime = time.Minute      // for analyses after the last match
	silent    = 90 * time.Second // bgammon sends a ping every 30 s
	fibsQuiet = 12 * time.Minute // the client sends a request every 5 minutes
)

// run runs the command.
func run(c *cli.Context) error {
	if c.NArg() != 1 {
		return cliutil.Usagef("%d servers given, want one", c.NArg())
	}
	to, err := parseServer(c.Args().First())
	if err != nil {
		return err
	}
	s := new(settings)
	if err := cliutil.ReadSettings(c, s, nil); err != nil {
		return err
	}
	if err := s.checkFor(to); err != nil {
		return cliutil.Usage(err)
	}
	grace := time.Duration(s.Grace)
	cliutil.EndWithin(c, grace+2*judgeTime)
	password, err := s.password()
	if err != nil {
		return err
	}
	strength, err := s.strength(c)
	if err != nil {
		return err
	}
	hide := bot.Hide(password, s.Private)
	table, judge, err := s.table(c, strength, hide)
	if err != nil {
		return err
	}
	client, eol, err := s.client(to, strength, table, password)
	if err != nil {
		return err
	}
	session := &bot.Session{
		Dial:   (&dialler{address: to.address}).dial,
		Client: client, Delay: time.Duration(s.Delay), Grace: grace, Silent: silent, EOL: eol,
		Jitter: rand.New(seed.Stream(uint64(time.Now().UnixNano()), 0)), Log: table.Log,
	}
	if to.scheme == "fibs" {
		session.Silent = fibsQuiet
	}
	if s.Verbose {
		session.Trace = func(direction, line string) { table.Log("%s %s", direction, line) }
	}
	table.Log("logging in to %s as %s", to.address, s.Name)
	if err = session.Run(c.Context); err != nil {
		err = errors.New(hide(err.Error())) // it may cite the server
	}
	judge.finish()
	return finish(c, table.Results.Summary(), err)
}

// finish prints the results, even after an error.
func finish(c *cli.Context, summary bot.Summary, err error) error {
	var printed error
	if c.Bool("json") {
		printed = cliutil.PrintJSON(c.App.Writer, summary)
	} else {
		_, printed = io.WriteString(c.App.Writer, summary.Text())
	}
	if err != nil {
		return err
	}
	return printed
}

// dialler connects to the server.
type dialler struct {
	net.Dialer
	address string
}

func (d *dialler) dial(ctx context.Context) (net.Conn, error) {
	return d.DialContext(ctx, "tcp", d.address)
}

// strength returns the net of the bot.
func (s *settings) strength(c *cli.Context) (*named.Strength, error) {
	if err := named.Open(s, cliutil.Opener(c)); err != nil {
		return nil, cliutil.Usage(err)
	}
	strength, err := cliutil.StrengthFromFlags(c, playPlies)
	if err == nil && strength.Game() != board.Backgammon {
		err = cliutil.Usagef("--model %s was trained for %v, and servers play backgammon", strength.Model.Name, strength.Game())
	}
	return strength, err
}

// table returns the table at which the bot plays, and the judge of its matches.
func (s *settings) table(c *cli.Context, strength *named.Strength, hide func(string) string) (*bot.Table, *judge, error) {
	searcher, err := strength.Searcher(cliutil.Workers(c))
	if err != nil {
		return nil, nil, err
	}
	static, advises := strength.Static(), advice.Options{MET: s.MET.Table, Roller: rollers.Roller{}}
	decider := bot.NewPlayer(advice.New(searcher, advises), advice.OfStatic(static.Clone(), advises), time.Duration(s.Think))
	t := &bot.Table{Decider: decider, Results: new(bot.Results), Log: logger(c.App.ErrWriter, hide)}
	if errs, any := s.Errors(); any {
		decider.Err(errs, s.Seed)
		t.Log("the bot errs: %v", &s.Noise)
	}
	if s.Save != "" {
		if err := os.MkdirAll(s.Save, 0o777); err != nil {
			return nil, nil, err
		}
		if t.Saver, err = bot.NewSaver(s.Save, s.Format); err != nil {
			return nil, nil, err
		}
	}
	j := &judge{table: t}
	if s.Analyze {
		j.start(static, s.MET, s.Judge)
	}
	return t, j, nil
}

// logger returns a function that prints a line with the time, without the password.
func logger(w io.Writer, hide func(string) string) func(string, ...any) {
	var mu sync.Mutex
	return func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(w, "%s %s\n", time.Now().Format(time.DateTime), plaintext.VisibleLine(hide(fmt.Sprintf(format, args...))))
	}
}

// judge analyses matches while the bot plays.
type judge struct {
	table   *bot.Table
	matches chan *record.Match
	cancel  context.CancelFunc
	done    sync.WaitGroup
}

// start starts a goroutine that waits for finished matches and analyses them.
func (j *judge) start(static engine.Evaluator, met named.MET, plies int) {
	ctx, cancel := context.WithCancel(context.Background())
	j.cancel, j.matches = cancel, make(chan *record.Match, 64)
	options := analysis.Options{Strength: named.StrengthOf(static, plies), MET: met, Candidates: 1, Workers: 1, KeepGoing: true}
	j.table.Finished = func(m *record.Match) {
		select {
		case j.matches <- m:
		default:
			j.table.Log("too many matches wait for their analysis: one is left out")
		}
	}
	j.done.Go(func() {
		for m := range j.matches {
			if err := j.table.Results.Judge(ctx, m, options); err != nil && ctx.Err() == nil {
				j.table.Log("a match could not be analysed: %v", err)
			}
		}
	})
}

// finish waits up to judgeTime for the remaining analyses.
func (j *judge) finish() {
	if j.matches == nil {
		return
	}
	close(j.matches)
	stop := time.AfterFunc(judgeTime, j.cancel)
	defer stop.Stop()
	j.done.Wait()
	j.cancel()
}
