package jetstream

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"syscall"
)

// splitAddress reads a host and a port, such as 127.0.0.1:4222 or :4222.
func splitAddress(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, fmt.Errorf("address %q, want HOST:PORT", address)
	}
	port, err = strconv.Atoi(text)
	if err != nil || port < 0 || port > 1<<16-1 {
		return "", 0, fmt.Errorf("address %q: port %q, want 0 to 65535", address, text)
	}
	return host, port, nil
}

// host returns the host of an address that splitAddress can read.
func host(address string) string {
	host, _, _ := splitAddress(address)
	return host
}

// isLoopback reports whether only this machine can reach the host.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// checkFree returns an error for an address that is in use: the embedded server would
// only log it.
func checkFree(address string) error {
	l, err := listen(address)
	if err != nil {
		return err
	}
	return l.Close()
}

// listen is [net.Listen] for TCP with errors in plain words.
func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%w: another program has this port: end it or choose another port", err)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("%w: this machine does not have the address", err)
	}
	return l, err
}

// reachable returns the address for other machines. If the host stands for all addresses of
// this machine, it uses the machine's name.
func reachable(a *net.TCPAddr) string {
	host := a.IP.String()
	if a.IP.IsUnspecified() {
		host = "localhost"
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	return net.JoinHostPort(host, strconv.Itoa(a.Port))
}

// checkExposed returns an error if other machines could connect without keys or TLS.
func (o *ServerOptions) checkExposed(host string, asked, encrypted bool) error {
	switch {
	case isLoopback(host) || o.Insecure || asked && encrypted:
		return nil
	case !asked:
		return fmt.Errorf("listen at %s: other machines could connect without a key: "+
			"create keys (gammonlab server key --help), set --token, or permit this with --insecure", o.Listen)
	}
	return fmt.Errorf("listen at %s: other machines would connect without encryption: "+
		"set --tls-cert and --tls-key, or permit this with --insecure", o.Listen)
}
