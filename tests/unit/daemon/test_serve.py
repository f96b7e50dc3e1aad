"""The accept loop, with a conversation that only echoes: who comes in, who does not, and when it ends."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from ripwire.daemon import connect as connecting
from ripwire.daemon import listen as listening_module
from ripwire.daemon.address import Address
from ripwire.daemon.connect import connect, read_token
from ripwire.daemon.lock import Lock
from ripwire.daemon.serve import serve

TRANSPORTS = ["tcp"] if sys.platform == "win32" else ["unix", "tcp"]


async def echo(reader, writer, first):
    writer.write(first)
    while chunk := await reader.read(1000):
        if chunk == b"bug":
            raise ZeroDivisionError
        writer.write(chunk)


class Running:
    def __init__(self, address, task, stop, listening):
        self.address, self.task, self.stop, self.listening = address, task, stop, listening

    async def client(self):
        connection = await asyncio.to_thread(connect, self.address)
        return await asyncio.open_connection(sock=connection)


@contextlib.asynccontextmanager
async def running(folder, transport, *, idle_s=60.0, converse=echo):
    address, stop, ready = Address(str(folder)), asyncio.Event(), asyncio.Future()
    address.prepare()
    lock = Lock(address.lock)
    assert lock.take()

    def begin(listening):
        ready.set_result(listening)
        return converse

    task = asyncio.create_task(serve(address, begin, transport=transport, idle_s=idle_s, stop=stop))
    await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
    try:
        yield Running(address, task, stop, ready.result())
    finally:
        stop.set()
        async with asyncio.timeout(10):
            await task
        lock.release()


async def ask(client, text):
    reader, writer = client
    writer.write(text)
    return await asyncio.wait_for(reader.read(1000), 10)


async def leave(client):
    client[1].close()
    with contextlib.suppress(OSError):
        await client[1].wait_closed()


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_many_clients_each_with_its_own_conversation(tmp_path, transport):
    async with running(tmp_path / "run", transport) as daemon:
        clients = [await daemon.client() for _ in range(5)]
        for number, client in enumerate(clients):
            assert await ask(client, b"%d" % number) == b"%d" % number
        await leave(clients.pop())
        assert await ask(clients[0], b"still here") == b"still here"
        for client in clients:
            await leave(client)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_nothing_is_left_of_the_address_when_it_ends(tmp_path, transport):
    async with running(tmp_path / "run", transport) as daemon:
        client = await daemon.client()
        await ask(client, b"x")
        daemon.stop.set()
        assert await client[0].read(10) == b""
        await leave(client)
    assert [path.suffix for path in (tmp_path / "run").iterdir()] == [".lock"]


async def test_a_bug_in_one_conversation_ends_that_one_only(tmp_path, caplog):
    async with running(tmp_path / "run", TRANSPORTS[0]) as daemon:
        first, second = await daemon.client(), await daemon.client()
        await ask(first, b"x")
        assert await ask(first, b"bug") == b""
        assert await ask(second, b"y") == b"y"
        await leave(first)
        await leave(second)
    assert "a session ended by a bug" in caplog.text


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_it_ends_when_nobody_was_here_for_the_idle_time(tmp_path, transport):
    async with running(tmp_path / "run", transport, idle_s=0.3) as daemon:
        client = await daemon.client()
        await ask(client, b"x")
        await asyncio.sleep(0.6)
        assert not daemon.task.done()
        await leave(client)
        await asyncio.wait_for(asyncio.shield(daemon.task), 10)
        with pytest.raises(FileNotFoundError):
            connect(daemon.address)


async def test_who_arrives_while_an_idle_daemon_leaves_is_still_served(tmp_path, monkeypatch):
    monkeypatch.setattr("ripwire.daemon.serve.LAST_CALL_S", 0.5)
    async with running(tmp_path / "run", TRANSPORTS[0], idle_s=0.2) as daemon:
        late = await daemon.client()
        await leave(late)
        while os.path.exists(daemon.address.socket):
            await asyncio.sleep(0.005)
        on_its_way = Address(daemon.address.folder)
        on_its_way.socket += ".away"
        client = await asyncio.open_connection(sock=await asyncio.to_thread(connect, on_its_way))
        assert await ask(client, b"x") == b"x"
        await asyncio.sleep(0.6)
        assert os.path.exists(daemon.address.socket)
        await leave(client)


@pytest.mark.skipif(sys.platform == "win32", reason="Unix sockets")
async def test_a_stale_socket_is_replaced(tmp_path):
    address = Address(str(tmp_path / "run"))
    address.prepare()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(address.socket)
    with pytest.raises(ConnectionRefusedError):
        connect(address)
    async with running(tmp_path / "run", "unix") as daemon:
        client = await daemon.client()
        assert await ask(client, b"x") == b"x"
        await leave(client)


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="becomes another user")
async def test_a_socket_of_another_user_is_refused_on_both_sides(tmp_path, caplog):
    """The folder is opened by hand, so that only the owner check stands between the two."""
    async with running(tmp_path / "run", "unix") as daemon:
        for path in (daemon.address.folder, *tmp_path.parents, tmp_path):
            Path(path).chmod(Path(path).stat().st_mode | 0o011)
        Path(daemon.address.socket).chmod(0o666)
        code = (
            "import os, socket, sys; os.setuid(65534)\n"
            "s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])\n"
            "try:\n s.sendall(b'x'); print(s.recv(10))\nexcept ConnectionError: print(b'')"
        )
        stranger = await asyncio.create_subprocess_exec(
            sys.executable, "-S", "-c", code, daemon.address.socket, stdout=subprocess.PIPE
        )
        said, _ = await asyncio.wait_for(stranger.communicate(), 20)
        assert said == b"b''\n"
    assert "refused a connection of user 65534" in caplog.text


@pytest.mark.skipif(sys.platform == "win32", reason="Unix sockets")
async def test_a_daemon_that_runs_as_somebody_else_is_not_spoken_to(tmp_path, monkeypatch):
    async with running(tmp_path / "run", "unix") as daemon:
        monkeypatch.setattr(connecting, "peer_uid", lambda _: os.getuid() + 1)
        with pytest.raises(connecting.Unsafe, match="not as you"):
            await asyncio.to_thread(connect, daemon.address)


async def test_tcp_without_the_token_gets_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(listening_module, "GREETING_S", 0.5)
    async with running(tmp_path / "run", "tcp") as daemon:
        port, secret = read_token(daemon.address)
        for said in (
            b"",
            b"Content-Length: 2\r\n\r\n{}" * 20,
            b"ripwire-token " + b"0" * 64 + b"\n",
            b"{}\n",
        ):
            client = await asyncio.open_connection("127.0.0.1", port)
            client[1].write(said)
            with contextlib.suppress(ConnectionError):
                assert await asyncio.wait_for(client[0].read(100), 10) == b""
            await leave(client)
        client = await daemon.client()
        assert await ask(client, b"x") == b"x"
        await leave(client)
    assert len(secret) == 64


async def test_the_port_of_a_dead_daemon_is_not_spoken_to_whoever_has_it_now(tmp_path):
    address = Address(str(tmp_path / "run"))
    address.prepare()
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        Path(address.token).write_text(f"{stranger.getsockname()[1]} {'0' * 64}\n")
        Path(address.lock).touch()
        with pytest.raises(FileNotFoundError):
            connect(address)


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX's")
async def test_the_token_is_readable_by_its_owner_only(tmp_path):
    async with running(tmp_path / "run", "tcp") as daemon:
        assert os.stat(daemon.address.token).st_mode & 0o777 == 0o600
        assert daemon.listening.shown == f"tcp:127.0.0.1:{read_token(daemon.address)[0]}"
