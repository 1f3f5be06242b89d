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
	head, rest, _ := strings.Cut(spec, ":")
	words := strings.Split(head, ",")
	kind := words[0]
	if kind != "ubgi" && kind != "gnubg" {
		return nil, false, nil
	}
	o := options{Limits: process.Limits{Timeout: 10 * time.Second, Startup: 10 * time.Second, Restarts: 2}}
	if kind == "gnubg" {
		o.Timeout = time.Minute
	}
	for _, option := range words[1:] {
		if err := o.set(kind, option); err != nil {
			return nil, true, fmt.Errorf("%q: %w", spec, err)
		}
	}
	if kind == "gnubg" {
		p, err = o.gnubg(rest)
	} else {
		p, err = o.ubgi(rest)
	}
	if err != nil {
		return nil, true, fmt.Errorf("%q: %w", spec, err)
	}
	return p, true, nil
}

// options are the options before the colon.
type options struct {
	process.Limits
	dialect Dialect
	data    string
}

// set parses an option.
func (o *options) set(kind, option string) error {
	key, value, _ := strings.Cut(option, "=")
	switch key {
	case "timeout":
		return setDuration(&o.Timeout, option, value)
	case "startup":
		return setDuration(&o.Startup, option, value)
	case "restarts":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > 100 {
			return fmt.Errorf("option %q, want 0 to 100", option)
		}
		o.Restarts = n
		return nil
	case "dialect":
		dialects := map[string]Dialect{"any": AnyDialect, "xgid": XGID, "fibs": Rawboard}
		d, ok := dialects[value]
		if !ok || kind != "ubgi" {
			return fmt.Errorf("option %q, want dialect=any, xgid or fibs, for ubgi", option)
		}
		o.dialect = d
		return nil
	case "data":
		if kind != "gnubg" {
			return fmt.Errorf("option %q is for gnubg", option)
		}
		if info, err := os.Stat(value); err != nil || !info.IsDir() {
			return fmt.Errorf("option %q, want a folder", option)
		}
		o.data = value
		return nil
	}
	return fmt.Errorf("unknown option %q, want timeout=T, startup=T, restarts=N, for ubgi dialect=D or for gnubg data=FOLDER", option)
}

func setDuration(dst *time.Duration, option, value string) error {
	d, err := time.ParseDuration(value)
	if err != nil || d <= 0 {
		return fmt.Errorf("option %q, want a time such as 500ms or 10s", option)
	}
	*dst = d
	return nil
}

func (o *options) gnubg(rest string) (engine.Player, error) {
	plies, err := strconv.Atoi(rest)
	if err != nil || plies < 0 || plies > search.MaxPlies {
		return nil, fmt.Errorf("it has %q plies, want 0 to %d", rest, search.MaxPlies)
	}
	path, err := FindGnubg()
	if err != nil {
		return nil, err
	}
	return NewGnubg(path, o.data, plies, o.Limits), nil
}

func (o *options) ubgi(rest string) (engine.Player, error) {
	command, err := process.Split(rest)
	if err != nil {
		return nil, err
	}
	return NewUBGI(command, o.dialect, o.Limits), nil
}
