package kinds

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gammonlab/board/record"
	"gammonlab/evalbench"
	"gammonlab/evalbench/report"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/result"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// matchWork is a match with its files.
type matchWork struct {
	evalbench.Match
	point
	ledger
	page
	Save string `json:"save,omitempty" group:"Output" path:"folder" files:"*.mat" input:"command" help:"save the games as .mat files in <FOLDER>"`
}

func matchKind() work.Kind[matchWork, *evalbench.Result] {
	return work.Kind[matchWork, *evalbench.Result]{
		Name: "bench match", Title: "Match", Unit: "games",
		Usage: "play two players against each other: money games or matches",
		About: "Play two players against each other: money games or matches. " + playerAbout,
		Help: `Plays pairs of games: two games with the same dice, in which the players exchange sides.
Prints the points per game of player a, in mEq (thousandths), with the 95% interval over
pairs. Games between nets of equal strength have a standard deviation of about 1.4 points.
Without pairs, 10,000 games give about ± 27 mEq and 300,000 about ± 5; pairs give slightly
narrower intervals. The dice generator is pcg (docs/dice.md), with one stream for each pair.

By default, games are cubeless money games. --cubeful plays money games with the doubling cube;
the cube multiplies the points, and the Jacoby rule applies unless --no-jacoby. --max-beavers N
allows N beavers after a double, by the two players in turn. --match N plays matches to N points
with the Crawford rule; --games then counts matches. --dmp is --match 1, double match point. Nets
choose plays, doubles and takes by cubeful equity at the score, in matches with the match equity
table of --met. pubeval and random never double and take every double.

--luck reports luck-adjusted results (variance reduction); the interval is as narrow as with many
times the games. It takes six to nine times as long. --variance-reduction full computes luck as
analyze does, and takes another three times as long. --judge N reports the cost of the decisions
of both sides, evaluated by a search of N plies.

With --results, an interrupted command resumes if it is run again, and a larger --games
extends a match. --save writes the games as .mat files for analyze and other programs,
000001a.mat and 000001b.mat for the first pair. --html writes a page with the verdict,
charts, figures and settings, and with --judge the boards of the worst errors.

A PLAYER is net:MODEL, pubeval, random, gnubg:PLIES (GNU Backgammon, if installed;
gnubg,data=FOLDER:PLIES reads its weights there) or ubgi:COMMAND (a UBGI engine with its
arguments). The last two start one program for each worker. MODEL is a file or a shipped net: default; large, wider and slower; fast, faster and
weaker; or td512, trained by self-play over raw inputs. Options follow the model, joined by
commas: plies=N, filter=FILTER and prune=off for the search; cube=gnubg or fitted, constant cube
efficiencies instead of those that the model's nets have learned; noise=S, the standard deviation
of random errors of each probability in checker play; cubenoise=S, the same in cube
decisions; noiseshares=gnubg, a quarter of these errors for gammon chances, as in gnubg;
name=TEXT, what results call the player.

Example:
   gammonlab bench match --a net:default --b pubeval --games 40000 --seed 7
   gammonlab bench match --a net:default,plies=1 --b net:default --games 1000
   gammonlab bench match --a net:new.safetensors --b net:default --match 7 --games 2000`,
		Farm: evalbench.Kind, FarmNote: noPrograms, Results: []any{evalbench.Result{}}, Run: runMatch,
	}
}

// Validate returns an error for the first invalid setting, by its name.
func (m *matchWork) Validate() error { return cmp.Or(m.check(&m.Rules), m.Match.Validate()) }

// Resumes reports whether the match with saved games continues.
func (*matchWork) Resumes(name string, value func(string) string) bool {
	info, err := os.Stat(value("results"))
	return name == "save" && err == nil && info.Size() > 0
}

func runMatch(ctx context.Context, m *matchWork, env *work.Env) (*evalbench.Result, error) {
	m.Workers, m.Pool, m.Observers = env.Workers, env.Pool, nil
	if err := m.saveGames(env.Replace); err != nil {
		return nil, err
	}
	games, err := m.connect(env)
	if err != nil {
		return nil, err
	}
	trace := report.NewTrace(&m.Match)
	if m.HTML != "" {
		m.Observers = append(m.Observers, evalbench.OnItem(trace.Add))
	}
	m.show(env)
	result, err := m.Match.Run(ctx)
	err = errors.Join(err, games.Close())
	if result == nil || result.Games == 0 {
		return nil, err
	}
	return result, errors.Join(err, m.write(func(w io.Writer) error {
		return report.Match(w, result, trace, report.SettingsOf(env.Command, &m.Match))
	}))
}

// connect opens the ledger of the match, which keeps its games if a file is named.
func (m *matchWork) connect(env *work.Env) (*tournament.Ledger, error) {
	l, err := m.open(tournament.Settings{Conditions: m.Conditions, Unpaired: m.Unpaired}, env)
	if err != nil || m.Results == "" {
		return l, err
	}
	if err := l.Match(&m.Match); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", m.Results, err), l.Close())
	}
	return l, nil
}

// show shows the result so far while the match is played.
func (m *matchWork) show(env *work.Env) {
	const noted = 500 // games between notes
	now := work.Progress{Total: int64(m.Games), Unit: "games", Result: func() work.Result { return nil }}
	if m.Rules.Length > 1 {
		now.Unit = "matches"
	}
	env.Progress(now)
	m.Observers = append(m.Observers, evalbench.OnProgress(func(r *evalbench.Result) error {
		now.Done, now.Note, now.Result = int64(r.Games), "", func() work.Result { return r }
		if r.Games%noted == 0 {
			now.Note = noteOf(r)
		}
		env.Progress(now)
		return nil
	}))
}

// noteOf returns the result so far as a short text.
func noteOf(r *evalbench.Result) string {
	if r.Rules.Length > 0 {
		share := r.WinShare()
		return fmt.Sprintf("a wins %.1f ± %.1f %%", 100*share.Center, 100*share.Margin())
	}
	ppg := r.PPG()
	return "a " + result.Points.Signed(ppg.Center, ppg.Margin())
}

// saveGames lets the match write its games to the folder, which it makes if necessary.
// Without replace, an existing file must contain the same game.
func (m *matchWork) saveGames(replace bool) error {
	if m.Save == "" {
		return nil
	}
	if err := os.MkdirAll(m.Save, 0o777); err != nil {
		return setting.In("save", err)
	}
	m.Records, m.Observers = true, append(m.Observers, evalbench.OnItem(func(item *evalbench.Item) error {
		for i := range item.Games {
			if item.Stored {
				break
			}
			name := filepath.Join(m.Save, fmt.Sprintf("%06d%c.mat", item.Number+1, 'a'+i))
			if err := saveGame(name, item.Games[i].Record, replace); err != nil {
				return err
			}
		}
		return nil
	}))
	return nil
}

// saveGame writes a game to a file.
func saveGame(name string, m *record.Match, replace bool) error {
	var text bytes.Buffer
	if err := record.WriteMat(&text, m); err != nil {
		return setting.Errorf("%s: %s: %w", setting.Name("save"), name, err)
	}
	there, err := os.ReadFile(name)
	switch {
	case err == nil && bytes.Equal(there, text.Bytes()):
		return nil
	case err == nil && !replace:
		return setting.Errorf("%s: %s already exists and is of another game: choose another folder, or replace it with %s", setting.Name("save"), name, setting.Name("force"))
	}
	return atomicfile.WriteFile(name, text.Bytes())
}
