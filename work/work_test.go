package work_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gammonlab/engine/named"
	"gammonlab/internal/must"
	"gammonlab/work"
)

// counted is the settings of a kind of work that counts.
type counted struct {
	Times int `json:"times" default:"3" help:"count to <N>"`
}

// total is its result.
type total struct {
	Sum int `json:"sum"`
}

// Text implements [work.Result].
func (t *total) Text() string { return fmt.Sprintf("%d\n", t.Sum) }

// count is a kind of work.
func count(name string) work.Kind[counted, *total] {
	return work.Kind[counted, *total]{
		Name: name, Title: "Counting", Usage: "count", Unit: "numbers",
		Run: func(_ context.Context, s *counted, env *work.Env) (*total, error) {
			if s.Times < 0 {
				return nil, errors.New("less than nothing")
			}
			env.Progress(work.Progress{Done: int64(s.Times), Total: int64(s.Times)})
			return &total{s.Times}, nil
		},
	}
}

func TestRegister(t *testing.T) {
	must.OK(t, work.Register(count("test count")))
	e := work.Find("test count")
	if e == nil || e.Group() != "test" || e.Label != "count" || e.About != "Count." || len(work.All()) == 0 {
		t.Fatalf("the entry is %+v", e)
	}
	settings := e.New().(*counted)
	settings.Times = 5
	must.OK(t, e.Open(settings, new(named.Opener)))
	done := int64(0)
	env := &work.Env{Progress: func(p work.Progress) { done = p.Done }}
	if r, err := e.Run(t.Context(), settings, env); err != nil || r.Text() != "5\n" || done != 5 {
		t.Errorf("the result is %v, %v after %d", r, err, done)
	}
	settings.Times = -1
	if r, err := e.Run(t.Context(), settings, env); err == nil || r != nil {
		t.Errorf("after an error the result is %v, want an untyped nil", r)
	}
}

// Kinds that cannot be right are refused, with the place of the registration and of the one that
// they contradict.
func TestRefused(t *testing.T) {
	must.OK(t, work.Register(count("test first")))
	for want, change := range map[string]func(k *work.Kind[counted, *total]){
		"has no name":                 func(k *work.Kind[counted, *total]) { k.Name = "" },
		"has no title":                func(k *work.Kind[counted, *total]) { k.Title = "" },
		"has no usage":                func(k *work.Kind[counted, *total]) { k.Usage = "" },
		"has no unit":                 func(k *work.Kind[counted, *total]) { k.Unit = "" },
		"has no function Run":         func(k *work.Kind[counted, *total]) { k.Run = nil },
		"has the name of the help":    func(k *work.Kind[counted, *total]) { k.Name = "test help" },
		`"a  b" (`:                    func(k *work.Kind[counted, *total]) { k.Name = "a  b" },
		`"Bad" (`:                     func(k *work.Kind[counted, *total]) { k.Name = "Bad" },
		`"-bad" (`:                    func(k *work.Kind[counted, *total]) { k.Name = "-bad" },
		"prints several results":      func(k *work.Kind[counted, *total]) { k.Lines = true },
		"is already registered at /":  func(k *work.Kind[counted, *total]) { k.Name = "test first" },
		`kind of work "test first" (`: func(k *work.Kind[counted, *total]) { k.Name = "test first" },
		"work_test.go:":               func(k *work.Kind[counted, *total]) { k.Name = "test first" },
	} {
		k := count("test other")
		change(&k)
		if err := work.Register(k); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if work.Find("test other") != nil {
		t.Error("a kind that was refused is there")
	}
}

// A setting has one type in all kinds, as far as users see.
func TestSettingsAgree(t *testing.T) {
	must.OK(t, work.Register(count("test numbers")))
	register := map[string]func() error{
		"": func() error {
			return settingOf[struct {
				Times float64 `json:"times"`
			}]("test float")
		},
		"of type bool": func() error {
			return settingOf[struct {
				Times bool `json:"times"`
			}]("test bool")
		},
		"of type string, that of": func() error {
			return settingOf[struct {
				Times string `json:"times"`
			}]("test text")
		},
		"give one of them another name": func() error {
			return settingOf[struct {
				Times named.Model `json:"times"`
			}]("test model")
		},
	}
	for want, do := range register {
		err := do()
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) || strings.Count(err.Error(), "work_test.go:") != 2) {
			t.Errorf("error %v, want one with %q and both places", err, want)
		}
	}
}

// settingOf registers a kind with settings of a type.
func settingOf[S any](name string) error {
	return work.Register(work.Kind[S, *total]{
		Name: name, Title: "T", Usage: "u", Unit: "n",
		Run: func(context.Context, *S, *work.Env) (*total, error) { return &total{}, nil },
	})
}

// Settings that no user could give, or that mean nothing, are refused when they are registered.
func TestWrongSettings(t *testing.T) {
	for want, do := range map[string]func() error{
		"whose flag all such commands have": func() error {
			return settingOf[struct {
				N bool `json:"json"`
			}]("wrong a")
		},
		"has the setting config": func() error {
			return settingOf[struct {
				N string `json:"config"`
			}]("wrong b")
		},
		"has two settings times": func() error {
			return settingOf[struct {
				counted
				More int `json:"times"`
			}]("wrong c")
		},
		`with the key "my n"`: func() error {
			return settingOf[struct {
				N int `json:"my n"`
			}]("wrong d")
		},
		"map[string]int, which has no text form": func() error {
			return settingOf[struct {
				N map[string]int `json:"n"`
			}]("wrong e")
		},
		"uint8, which has no text form": func() error {
			return settingOf[struct {
				N uint8 `json:"n" default:"1"`
			}]("wrong f")
		},
		"has the default \"many\" is not a whole number": func() error {
			return settingOf[struct {
				N int `json:"n" default:"many"`
			}]("wrong default")
		},
		"is required, and has a default": func() error {
			return settingOf[struct {
				N int `json:"n" required:"true" default:"1"`
			}]("wrong i")
		},
		`required:"yes", want true`: func() error {
			return settingOf[struct {
				N int `json:"n" required:"yes"`
			}]("wrong j")
		},
		"needs other, which is no setting": func() error {
			return settingOf[struct {
				N int `json:"n" needs:"other"`
			}]("wrong k")
		},
		`path:"read", want one of`: func() error {
			return settingOf[struct {
				N string `json:"n" path:"read"`
			}]("wrong l")
		},
		"no tag path of an output": func() error {
			return settingOf[struct {
				N string `json:"n" file:"a.csv"`
			}]("wrong m")
		},
		`input:"server", want command`: func() error {
			return settingOf[struct {
				N string `json:"n" input:"server"`
			}]("wrong n")
		},
		"and is no list of texts": func() error {
			return settingOf[struct {
				N string `json:"n" place:"A..."`
			}]("wrong o")
		},
		"behind a list": func() error {
			return settingOf[struct {
				N []string `json:"n" place:"A..."`
				M string   `json:"m" place:"B"`
			}]("wrong p")
		},
		"has settings of type int, want a struct": func() error { return settingOf[int]("wrong q") },
	} {
		if err := do(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "work_test.go:") {
			t.Errorf("error %v, want one with %q and the place", err, want)
		}
	}
}
