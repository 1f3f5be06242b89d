package bot

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/bot"
	"gammonlab/desk/bot/bgammon"
	"gammonlab/desk/bot/fibs"
	"gammonlab/engine/named"
	"gammonlab/engine/search"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/setting"
	"gammonlab/internal/version"
)

// maxThink is the maximal time for a decision: longer thinking is impolite.
const maxThink = 5 * time.Second

// ports are the default ports of servers.
var ports = map[string]string{"bgammon": "1337", "fibs": "4321"}

// names are the patterns of valid names of bots, with descriptions.
var names = map[string]struct {
	pattern *regexp.Regexp
	words   string
}{
	"bgammon": {regexp.MustCompile(`^BOT_[A-Za-z0-9_]{1,14}$`), "BOT_ and up to 14 letters, digits and underscores"},
	"fibs":    {regexp.MustCompile(`^[A-Za-z_]{1,16}$`), "up to 16 letters and underscores"},
}

// server is the address of a server.
type server struct{ scheme, address string }

// parseServer reads the address of a server.
func parseServer(text string) (server, error) {
	u, err := url.Parse(text)
	if err != nil || ports[u.Scheme] == "" || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" {
		return server{}, cliutil.Usagef("server %q, want bgammon://HOST:PORT or fibs://HOST:PORT", text)
	}
	if u.User != nil {
		return server{}, cliutil.Usagef("the address of the server has a name or a password: use --name and --password-file")
	}
	port := u.Port()
	if port == "" {
		port = ports[u.Scheme]
	}
	return server{u.Scheme, net.JoinHostPort(u.Hostname(), port)}, nil
}

// Given learns which settings are given, see [setting.Read].
func (s *settings) Given(has func(setting.Name) bool) { s.has = has }

// Validate returns an error for the first invalid setting, whatever the server.
func (s *settings) Validate() error {
	within := func(name setting.Name, n, low, high int) error {
		return setting.Check(name, n >= low && n <= high, "is %d, want %d to %d", n, low, high)
	}
	upTo := func(name setting.Name, of cliutil.Span, high time.Duration) error {
		d := time.Duration(of)
		return setting.Check(name, d >= 0 && d <= high, "is %v, want 0s to %v", d, high)
	}
	return cmp.Or(
		within("match", s.Length, 1, board.MaxMatchLength), within("max_match", s.MaxLength, 1, board.MaxMatchLength),
		within("matches", s.Matches, 0, 1<<30), within("judge", s.Judge, 0, search.MaxPlies),
		upTo("delay", s.Delay, 30*time.Second), upTo("think", s.Think, maxThink), upTo("grace", s.Grace, 24*time.Hour),
		setting.Check("drop", s.Drop == "server" || s.Drop == "standard", "is %q, want server or standard", s.Drop),
		setting.Check("format", s.Format == "mat" || s.Format == "sgf", "is %q, want mat or sgf", s.Format),
		setting.Check("private", !strings.ContainsAny(s.Private, " \t\r\n"), "is %q, want one word", s.Private),
		s.Noise.Validate())
}

// checkFor returns an error for settings that do not apply to the server.
func (s *settings) checkFor(to server) error {
	of, bgammon := names[to.scheme], names["bgammon"]
	if err := setting.Check("name", of.pattern.MatchString(s.Name), "is %q, want %s", s.Name, of.words); err != nil {
		return err
	}
	for _, name := range map[string][]setting.Name{"bgammon": {"max_match", "unlimited", "invite"}, "fibs": {"join", "private", "drop"}}[to.scheme] {
		if s.has(name) {
			return setting.Errorf("%s has no effect on a %s server", name, to.scheme)
		}
	}
	return cmp.Or(
		setting.Check("join", s.Join == "" || bgammon.pattern.MatchString(s.Join), "is %q, want the name of a bot: %s", s.Join, bgammon.words),
		setting.Check("invite", s.Invite == "" || names["fibs"].pattern.MatchString(s.Invite), "is %q, want %s", s.Invite, names["fibs"].words))
}

// password returns the password, "" if there is none.
func (s *settings) password() (string, error) {
	if s.PasswordFile == "" {
		return os.Getenv(passwordVariable), nil
	}
	data, err := os.ReadFile(s.PasswordFile)
	if err != nil {
		return "", err
	}
	password, _, _ := strings.Cut(string(data), "\n")
	password = strings.TrimSpace(password)
	if password == "" {
		return "", fmt.Errorf("--password-file %s: the first line is empty, want the password", s.PasswordFile)
	}
	return password, nil
}

// client returns the client for the server, and the ending of its lines.
func (s *settings) client(to server, strength *named.Strength, table *bot.Table, password string) (bot.Client, string, error) {
	hello := plaintext.OneLine(s.Hello)
	if s.Hello == "" {
		hello = fmt.Sprintf("Hello! I am a program: gammonlab %s, net %s, looking %d plies ahead%s. I do not chat.",
			version.Toolkit, strength.Model.Name, strength.ForPlays(), s.helloNoise())
	}
	if to.scheme == "bgammon" {
		return bgammon.New(bgammon.Options{
			Version: version.Toolkit, Name: s.Name, Password: password, Length: s.Length,
			Matches: s.Matches, Private: s.Private, Join: s.Join, Standard: s.Drop == "standard", Hello: hello,
			Settle: bgammon.DefaultSettle, JoinPause: bgammon.DefaultJoinPause,
		}, table), "\n", nil
	}
	if password == "" || strings.ContainsAny(password, " \t") {
		return nil, "", cliutil.Usagef("FIBS wants a password of one word: use --password-file or %s", passwordVariable)
	}
	return fibs.New(fibs.Options{
		Client: "gammonlab-" + version.Toolkit, Name: s.Name, Password: password, MaxLength: s.MaxLength,
		Unlimited: s.Unlimited, Matches: s.Matches, Invite: s.Invite, Length: s.Length,
		Hello: hello, InvitePause: fibs.DefaultInvitePause,
	}, table), "\r\n", nil
}

// helloNoise describes the errors of the bot after its net, "" without errors.
func (s *settings) helloNoise() string {
	if _, any := s.Errors(); !any {
		return ""
	}
	return ", with errors (" + s.Noise.String() + ")"
}
