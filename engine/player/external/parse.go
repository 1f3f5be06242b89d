package external

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/internal/process"
	"gammonlab/internal/setting"
)

// Supported describes the texts that [Parse] supports.
const Supported = "ubgi:COMMAND or gnubg:PLIES"

// Parse returns the player for the text, and reports whether it is a player of
// this package:
//
//	ubgi:COMMAND   a program with UBGI, with arguments; no shell is used, but quotes
//	               and backslashes keep blanks together
//	gnubg:PLIES    GNU Backgammon with the given look-ahead
//
// Options before the colon are ",timeout=T" for an answer (such as 500ms;
// default: 10s, for gnubg a minute), ",startup=T" (default: 10s), ",restarts=N"
// (default: 2), for ubgi ",dialect=xgid" or ",dialect=fibs", which select
// draft 0.01, and for gnubg ",data=FOLDER", a folder in place of its own data.
func Parse(spec string) (p engine.Player, ours bool, err error) {
	if !IsProgram(spec) {
		return nil, false, nil
	}
	head, rest, _ := strings.Cut(spec, ":")
	words := strings.Split(head, ",")
	if words[0] == "gnubg" {
		p, err = gnubgOf(words[1:], rest)
	} else {
		p, err = ubgiOf(words[1:], rest)
	}
	if err != nil {
		return nil, true, fmt.Errorf("%q: %w", spec, err)
	}
	return p, true, nil
}

// IsProgram reports whether the text names a program of this machine. The program may be
// missing.
func IsProgram(spec string) bool {
	head, _, _ := strings.Cut(spec, ":")
	kind, _, _ := strings.Cut(head, ",")
	return kind == "ubgi" || kind == "gnubg"
}

// gnubgOf returns gnubg with the options and the given look-ahead.
func gnubgOf(words []string, rest string) (engine.Player, error) {
	o := struct {
		process.Limits
		Data folder `json:"data"`
	}{Limits: process.Limits{Timeout: time.Minute, Startup: usual.Startup, Restarts: usual.Restarts}}
	if err := setting.ReadOptions(&o, words); err != nil {
		return nil, err
	}
	plies, err := strconv.Atoi(rest)
	if err != nil || plies < 0 || plies > search.MaxPlies {
		return nil, fmt.Errorf("it has %q plies, want 0 to %d", rest, search.MaxPlies)
	}
	path, err := FindGnubg()
	if err != nil {
		return nil, err
	}
	return NewGnubg(path, string(o.Data), plies, o.Limits), nil
}

// ubgiOf returns the program of a command with the options.
func ubgiOf(words []string, rest string) (engine.Player, error) {
	o := struct {
		process.Limits
		Dialect Dialect `json:"dialect"`
	}{Limits: usual}
	if err := setting.ReadOptions(&o, words); err != nil {
		return nil, err
	}
	command, err := process.Split(rest)
	if err != nil {
		return nil, err
	}
	return NewUBGI(command, o.Dialect, o.Limits), nil
}

// usual are the limits of a program without options.
var usual = process.Limits{Timeout: 10 * time.Second, Startup: 10 * time.Second, Restarts: 2}

// folder is the path of a folder that exists.
type folder string

// UnmarshalText implements [encoding.TextUnmarshaler].
func (f *folder) UnmarshalText(text []byte) error {
	if info, err := os.Stat(string(text)); err != nil || !info.IsDir() {
		return fmt.Errorf("%q is not a folder", text)
	}
	*f = folder(text)
	return nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (d *Dialect) UnmarshalText(text []byte) error {
	of, ok := map[string]Dialect{"any": AnyDialect, "xgid": XGID, "fibs": Rawboard}[string(text)]
	if !ok {
		return fmt.Errorf("%q, want any, xgid or fibs", text)
	}
	*d = of
	return nil
}
